import { addDays } from '#contract/days.ts';
import type { Range } from '#contract/periods.ts';
import { costChange } from '#contract/reports/cost-change.ts';
import type { HomeCost } from '#contract/reports/home.ts';
import { costChangeServer } from '#server/reports/cost-change/query.ts';
import { sumMilk } from '#server/reports/iofc/totals.ts';
import { judgedBase } from '#server/reports/kit/comparison.ts';
import { coverageOf } from '#server/reports/kit/coverage.ts';
import { fedSums } from '#server/reports/sql/fed-sums.ts';
import { findDaysBefore } from '#server/reports/sql/scope.ts';
import { type Asked, type HomeScope, monthTo } from './scope.ts';

const [WATERFALL] = costChange.series;

const figure = (value: unknown) => (typeof value === 'number' ? value : null);

/** The cost of feeding, and its change by cause. */
export async function costOf(home: HomeScope): Promise<HomeCost> {
  const { yesterday: day } = home;
  const { month, before } = monthTo(day);
  const last = monthTo(addDays(month.after, -1));
  const [yesterday, thisMonth, lastMonth, milk] = await Promise.all([
    readCostSum(home.ask('dashboard', { after: day, before: day })),
    readCostChange(home, month, before),
    // The report on causes; only its sum is needed here.
    readCostSum(home.ask('cost_change', last.month, comparedWith(last.before))),
    home.maySee('iofc') ? readHomeMilk(home) : null,
  ]);
  return { yesterday, month: thisMonth, last_month: lastMonth, milk };
}

/** Income over feed cost of the last seven days, compared with the seven before; null without milk. */
async function readHomeMilk(home: HomeScope): Promise<HomeCost['milk']> {
  const { scope, ...source } = home.ask('iofc', home.week);
  const [now] = (await sumMilk(scope)).filter(({ level }) => level === 'total');
  if (typeof now?.milk_per_head !== 'number') return null;
  const then = findDaysBefore(scope);
  const [before, coverage] = await Promise.all([sumMilk({ ...scope, ...then }), coverageOf('feedings', scope, { ...scope, ...then })]);
  const base = judgedBase({ ...then, coverage });
  const previous = before.find(({ level }) => level === 'total');
  return {
    ...source,
    iofc_per_head: figure(now.iofc_per_head),
    previous_iofc_per_head: base.reason === null ? figure(previous?.iofc_per_head) : null,
    milk_per_head: figure(now.milk_per_head),
    base,
  };
}

const comparedWith = ({ after, before }: Range) => ({ previous_on_after: after, previous_on_before: before });

async function readCostSum({ scope, ...source }: Asked): Promise<HomeCost['yesterday']> {
  const total = (await fedSums(scope)).find(({ level }) => level === 'total');
  return { ...source, cost: figure(total?.cost), cost_per_head: figure(total?.cost_per_head), previous_cost: null, base: null };
}

async function readCostChange(home: HomeScope, range: Range, before: Range): Promise<HomeCost['month']> {
  const { scope, ...source } = home.ask('cost_change', range, comparedWith(before));
  const then = { from: before.after, to: before.before };
  const [{ tiles, previous, series }, coverage] = await Promise.all([
    costChangeServer.make(scope),
    coverageOf('feedings', scope, { ...scope, ...then }),
  ]);
  const base = judgedBase({ ...then, coverage });
  const comparable = base.reason === null;
  return {
    ...source,
    cost: figure(tiles.cost),
    cost_per_head: figure(tiles.cost_per_head),
    previous_cost: comparable ? figure(previous?.cost) : null,
    base,
    waterfall: comparable && series ? { ...WATERFALL, y: [...WATERFALL.y], rows: [...series.causes] } : null,
  };
}
