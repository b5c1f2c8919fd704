import { type RawBuilder, sql } from 'kysely';
import { addDays } from '#contract/days.ts';
import { monthRange } from '#contract/periods.ts';
import { inScope, isOver, matchesGroupOfMonth } from './conditions.ts';
import { type DaySources, keptShares } from './feeding-days.ts';
import type { ReportScope } from './scope.ts';

type Ranges = DaySources['kept'];

/**
 * The months that are whole within the ranges before a day, as their first and last days, and the rest of the ranges around them. Months
 * are read from `share_month`, which needs a scope without filters on loads.
 */
function splitIntoMonths(kept: Ranges, before: string): { months: Ranges; around: Ranges } {
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
 * The feed given to groups on past days, for use after `from`: farm_id, month, group_id, ingredient_id, given, cost, `whole`: the only row
 * of its month, group and feed. A month that isn't stored whole has several rows. null if the roll-ups contain none of these days. Filters
 * on loads and feeds don't apply.
 */
export function keptMonths(scope: ReportScope, sources: DaySources): RawBuilder<unknown> | null {
  // Farms seldom differ in their current day; the days in between are read by day.
  const before = scope.farms.map(({ today }) => today).sort()[0] ?? scope.from;
  const { months, around } = splitIntoMonths(sources.kept, before);
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
