/**
 * Factor beyond which a figure is unusual. An error of two places (kilograms for tonnes, a fraction for percent) is a factor of a hundred;
 * usual figures differ by about three. Screens ask about unusual figures; the API accepts them.
 */
const FAR_OFF = 30;

export const isUnusual = (given: number, usual: number | null): usual is number =>
  usual !== null && usual > 0 && given > 0 && (given >= usual * FAR_OFF || given * FAR_OFF <= usual);

/** The lists whose forms ask about unusual figures and early days, as their imports do: a dry run of one row answers. */
export const ASKING_LISTS = [
  'analyses',
  'bonusrules',
  'budgets',
  'deliveries',
  'drymatter',
  'groupowners',
  'groups',
  'harvests',
  'ingredients',
  'milk',
  'milkprices',
  'norms',
  'offers',
  'openings',
  'orders',
  'ownerlines',
  'packs',
  'programmes',
  'rations',
  'scenarios',
  'services',
  'transfers',
  'weights',
] as const;
