import { addDays } from '#contract/days.ts';
import type { Range } from '#contract/periods.ts';
import { COST_CAUSES } from '#contract/reports/cost-change.ts';
import type { HomeCost } from '#contract/reports/home.ts';
import { costChangeServer } from '#server/reports/cost-change/query.ts';
import { milkByFarm } from '#server/reports/iofc/totals.ts';
import { judgedBase } from '#server/reports/kit/comparison.ts';
import { coverageOf } from '#server/reports/kit/coverage.ts';
import { fedSums } from '#server/reports/sql/fed-sums.ts';
import { daysBefore } from '#server/reports/sql/scope.ts';
import { type Asked, type HomeScope, monthTo } from './scope.ts';

/** So many causes of a change are named. */
const NAMED = 3;

const figure = (value: unknown) => (typeof value === 'number' ? value : null);

/** What feeding cost, and what of it changed why. */
export async function costOf(home: HomeScope): Promise<HomeCost> {
  const { yesterday: day } = home;
  const { month, before } = monthTo(day);
  const last = monthTo(addDays(month.after, -1));
  const [yesterday, thisMonth, lastMonth, milk] = await Promise.all([
    sumOf(home.ask('dashboard', { after: day, before: day })),
    changeOf(home, month, before),
    // The report that says why; of its figures only the sum is asked for here.
    sumOf(home.ask('cost_change', last.month, comparedWith(last.before))),
    home.maySee('iofc') ? milkOf(home) : null,
  ]);
  return { yesterday, month: thisMonth, last_month: lastMonth, milk };
}

/** What is left of the milk money of the last seven days, against the seven before; null without milk. */
async function milkOf(home: HomeScope): Promise<HomeCost['milk']> {
  const { scope, ...source } = home.ask('iofc', home.week);
  const [now] = (await milkByFarm(scope)).filter(({ level }) => level === 'total');
  if (typeof now?.milk_per_head !== 'number') return null;
  const then = daysBefore(scope);
  const [before, coverage] = await Promise.all([milkByFarm({ ...scope, ...then }), coverageOf('feedings', scope, { ...scope, ...then })]);
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

async function sumOf({ scope, ...source }: Asked): Promise<HomeCost['yesterday']> {
  const total = (await fedSums(scope)).find(({ level }) => level === 'total');
  return { ...source, cost: figure(total?.cost), cost_per_head: figure(total?.cost_per_head), previous_cost: null, base: null };
}

async function changeOf(home: HomeScope, range: Range, before: Range): Promise<HomeCost['month']> {
  const { scope, ...source } = home.ask('cost_change', range, comparedWith(before));
  const then = { from: before.after, to: before.before };
  const [{ rows, tiles, previous }, coverage] = await Promise.all([
    costChangeServer.make(scope),
    coverageOf('feedings', scope, { ...scope, ...then }),
  ]);
  const base = judgedBase({ ...then, coverage });
  const comparable = base.reason === null;
  const causes = COST_CAUSES.flatMap((cause) => {
    const row = rows.find((one) => one.cause === cause);
    const [effect, total] = [figure(row?.cost_effect), figure(row?.cost_effect_total)];
    return comparable && effect && total ? [{ ...source, cause, cost_effect: effect, cost_effect_total: total }] : [];
  });
  return {
    ...source,
    cost: figure(tiles.cost),
    cost_per_head: figure(tiles.cost_per_head),
    previous_cost: comparable ? figure(previous?.cost) : null,
    base,
    causes: causes.toSorted((a, b) => Math.abs(b.cost_effect) - Math.abs(a.cost_effect)).slice(0, NAMED),
  };
}
