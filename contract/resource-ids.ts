/**
 * Every resource, a line each. Its definition, the events that tell of its rows, history, and whatever on screen is made of them name it by this
 * type: a name that isn't here doesn't compile.
 */
export const RESOURCE_IDS = [
  'companies',
  'farms',
  'animaltypes',
  'groups',
  'stocks',
  'ingredienttypes',
  'ingredients',
  'deliveries',
  'deliverycompanies',
  'deliverydocuments',
  'rations',
  'programmes',
  'recipes',
  'mixers',
  'periods',
  'loadings',
  'schedules',
  'batches',
  'leftovers',
  'bunkscores',
  'callrules',
  'calls',
  'milk',
  'milkprices',
  'weights',
  'budgets',
  'remarks',
  'drymatter',
  'month_closes',
  'additional',
  'subscriptions',
  'shares',
  'views',
  'view_mails',
  'view_shares',
  'access_keys',
  'employees',
  'accessgroups',
  'clients',
  'users',
  'mixerbrands',
  'mixermodels',
  'mixeritems',
] as const;
export type ResourceId = (typeof RESOURCE_IDS)[number];

/** What the log of activities tells of: a resource, or what has no rows. */
export type Subject = ResourceId | 'me' | 'session' | 'second_factor' | 'security';
