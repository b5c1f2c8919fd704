/** SQL: a row of `schedule_group` whose group got feed: unloading has ended, reports count it, and the weight is above 0. */
export const hasFed = (g: string) => `(${g}.counted and ${g}.weight_fact > 0)`;

/** SQL: the same, including feedings excluded from reports, because the group got their feed and may leave some. */
export const hasGiven = (g: string) => `((${g}.counted or ${g}.left_out) and ${g}.weight_fact > 0)`;
