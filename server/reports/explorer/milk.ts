import { type RawBuilder, sql } from 'kysely';
import type { Dimension } from '#contract/reports/explorer-words.ts';
import { MILK_SUMS } from '#server/reports/iofc/totals.ts';
import type { DaySources } from '#server/reports/sql/feeding-days.ts';
import { selected } from '#server/reports/sql/formulas.ts';
import { milkDays } from '#server/reports/sql/milk.ts';
import type { ReportScope } from '#server/reports/sql/scope.ts';
import { keysOf, levelsBy } from './dimensions.ts';

/** CTE `milk_sum`, of days that have both milk and feed. Its own CTEs stay within it: other sources have some of the same names, of fewer days. */
export function milkSums(scope: ReportScope, sources: DaySources, rows: readonly Dimension[], whole: boolean): RawBuilder<unknown> {
  const { keys, joins } = keysOf(scope, rows);
  const { select, sets } = levelsBy(rows, whole);
  return sql`
    milk_sum as (
      with ${milkDays(scope, sources)}, milk_fact as (select ${sql.raw(keys)} f.* from both_day f ${joins})
      select ${sql.raw(`${select}, ${selected(MILK_SUMS)}`)} from milk_fact group by grouping sets (${sql.raw(sets)})
    )`;
}
