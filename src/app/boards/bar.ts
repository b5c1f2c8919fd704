import { isPeriod, type Period, type Range } from '#contract/periods.ts';
import type { BoardQuery } from '#contract/reports/boards.ts';
import { SWITCHES } from '#contract/reports/switches.ts';
import type { Query } from '#src/core/api/query-string.ts';

/** The bar of a board: chosen in the address, otherwise the board's own. */
export interface Bar {
  farm: readonly number[];
  period: Period;
  /** Days chosen in a chart, instead of the period. */
  days: Range | null;
  compare_with: NonNullable<BoardQuery['compare_with']>;
}

type Own = Pick<Bar, 'farm' | 'period' | 'compare_with'>;

/** The bar of a product board. */
export const PRODUCT_BAR = { farm: [], period: 'whole_7', compare_with: 'previous' } as const satisfies Own;

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The bar of an address. Words without a meaning are ignored. */
export function readBar(params: URLSearchParams, own: Own): Bar {
  const period = params.get('period');
  const [after, before] = [params.get('planned_on_after') ?? '', params.get('planned_on_before') ?? ''];
  const farm = params
    .getAll('farm')
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id > 0);
  return {
    farm: params.has('farm') ? farm : own.farm,
    period: isPeriod(period) ? period : own.period,
    days: DAY.test(after) && DAY.test(before) ? { after, before } : null,
    compare_with: SWITCHES.compare_with.find((one) => one === params.get('compare_with')) ?? own.compare_with,
  };
}

/** The parameters of the bar, in an address and in a request. An empty farm chooses all farms. */
export function toParams({ farm, period, days, compare_with }: Bar): [string, string][] {
  return [
    ...(farm.length > 0 ? farm.map((id): [string, string] => ['farm', String(id)]) : ([['farm', '']] as [string, string][])),
    ...(days
      ? ([
          ['planned_on_after', days.after],
          ['planned_on_before', days.before],
        ] as [string, string][])
      : ([['period', period]] as [string, string][])),
    ['compare_with', compare_with],
  ];
}

/** The query of the figures. */
export const toQuery = ({ farm, period, days, compare_with }: Bar): Query => ({
  farm: [...farm],
  ...(days ? { planned_on_after: days.after, planned_on_before: days.before } : { period }),
  compare_with,
});
