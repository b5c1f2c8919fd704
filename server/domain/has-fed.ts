/** Whether a row of `schedule_group` fed its group: unloading has ended, reports count it, and the group was given more than 0 kg. */
export const hasFed = (g: string) => `(${g}.counted and ${g}.weight_fact > 0)`;
