import type { FirstStep } from '#contract/operations/first-steps.ts';

const farm = 'companies/:company_id/farms/:farm_id';

interface Step {
  label: string;
  route: string;
  /** The form that the screen opens by its address, for all rows at once. Other screens open the form of one row. */
  form?: string;
}

/** The name and the screen of each step. */
export const STEPS = {
  companies: { label: 'operations:companies.create', route: 'companies' },
  farms: { label: 'operations:farms.create', route: 'companies/:company_id/farms' },
  stocks: { label: 'operations:stocks.create', route: 'companies/:company_id/stocks' },
  ingredients: { label: 'pages:usual_feeds.title', route: 'stock/ingredients', form: 'usual' },
  openings: { label: 'pages:openings.all', route: 'stock/openings', form: 'all' },
  groups: { label: 'operations:groups.create', route: `${farm}/animal-groups` },
  rations: { label: 'operations:rations.create', route: `${farm}/rations` },
  mixers: { label: 'operations:mixers.create', route: 'settings/mixers' },
  schedules: { label: 'operations:periods.create', route: `${farm}/planning/periods` },
  recipes: { label: 'operations:fodder.create', route: 'stock/fodder/create' },
  batches: { label: 'pages:kkz.create', route: `${farm}/kkz` },
  made: { label: 'pages:first_steps.make', route: `${farm}/kkz` },
  records: { label: 'pages:first_steps.record', route: `${farm}/planning` },
} as const satisfies Record<FirstStep, Step>;

/** The recording screen of one feeding. */
export const RECORDING_ROUTE = `${farm}/planning/:schedule_id/record`;
