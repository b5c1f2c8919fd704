import type { TFunction } from 'i18next';
import type { MonthState } from '#contract/operations/closed-months.ts';

const KINDS = ['incomplete', 'waiting', 'batches', 'days_without_facts'] as const;

/** Texts of a month's open items; empty if there are none. */
export const openItems = (t: TFunction, state: MonthState): string[] =>
  KINDS.filter((kind) => state[kind] > 0).map((kind) => t(`pages:months.open.${kind}`, { count: state[kind] }));

const NEXT = { incomplete: ['in_process', 'loaded', 'out_process'], waiting: ['waited'] } as const;

/** Address under `/app/` of the report that lists the open feedings. */
export function openAddress(farm: number, state: MonthState, what: keyof typeof NEXT): string {
  const [year, month] = state.month.split('-').map(Number) as [number, number];
  const last = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
  const params = new URLSearchParams([
    ['farm', String(farm)],
    ['planned_on_after', `${state.month}-01`],
    ['planned_on_before', last],
    ...NEXT[what].map((status): [string, string] => ['status', status]),
  ]);
  return `reports/mixer-loads?${params}`;
}
