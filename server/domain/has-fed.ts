/** Whether a row of `schedule_group` fed its group: unloading has ended, reports count it, and the group was given more than 0 kg. */
export const hasFed = (g: string) => `(${g}.counted and ${g}.weight_fact > 0)`;

/** The same of feedings that are left out of reports, too: the group was given them, and may leave of them. */
export const hasGiven = (g: string) => `((${g}.counted or ${g}.left_out) and ${g}.weight_fact > 0)`;
