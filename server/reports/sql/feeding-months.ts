import { type RawBuilder, sql } from 'kysely';
import { addDays } from '#contract/days.ts';
import { monthRange } from '#contract/periods.ts';
import { inScope, isOver, matchesGroupOfMonth } from './conditions.ts';
import { type DaySources, keptShares } from './feeding-days.ts';
import type { ReportScope } from './scope.ts';

type Ranges = DaySources['kept'];

/**
 * The months that lie whole in ranges of days before one, as their first and last days; and what of the ranges lies around them. The months are those
 * that `share_month` keeps: of a scope that asks for all of what groups were fed.
 */
function wholeMonthsOf(kept: Ranges, before: string): { months: Ranges; around: Ranges } {
  const months: { from: string; to: string }[] = [];
  const around: { from: string; to: string }[] = [];
  for (const { from, to } of kept) {
    const begun = monthRange(from.slice(0, 7));
    const first = begun.after === from ? from : addDays(begun.before, 1);
    // The day after the last of the last month: the first of one that isn't whole.
    const end = monthRange((to < before ? addDays(to, 1) : before).slice(0, 7)).after;
    if (first >= end) around.push({ from, to });
    else {
      months.push({ from: first, to: addDays(end, -1) });
      around.push(
        ...[
          { from, to: addDays(first, -1) },
          { from: end, to },
        ].filter((range) => range.from <= range.to),
      );
    }
  }
  return { months, around };
}

/**
 * What groups were given of each feed on the days that are over, to stand after `from`: farm_id, month, group_id, ingredient_id, given, cost, `whole`: the
 * only row of its month, group and feed; there are several of one month where it isn't kept whole. null where the roll-ups keep none of these days. Loads and feeds aren't filtered by.
 */
export function keptMonths(scope: ReportScope, sources: DaySources): RawBuilder<unknown> | null {
  // Farms rarely differ in what day it is: what lies between their days is read by day.
  const before = scope.farms.map(({ today }) => today).sort()[0] ?? scope.from;
  const { months, around } = wholeMonthsOf(sources.kept, before);
  const days = keptShares(scope, { ...sources, kept: around });
  const parts = months.map(
    ({ from, to }) => sql`
      select m.farm_id, m.month, m.group_id, m.ingredient_id, m.given, m.cost, true as whole from share_month m
      where ${inScope({ ...scope, from, to }, 'm', 'month')} and ${matchesGroupOfMonth(scope, 'm')}`,
  );
  if (days)
    parts.push(
      sql`select d.farm_id, month_of(d.day) as month, d.group_id, d.ingredient_id, d.given, coalesce(d.cost, 0) as cost, false as whole from (${days}) d where ${isOver(scope, 'd', 'day')}`,
    );
  return parts.length > 0 ? sql.join(parts, sql` union all `) : null;
}
