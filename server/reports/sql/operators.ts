import { type RawBuilder, sql } from 'kysely';
import { isOver, scheduleInScope } from './conditions.ts';
import { percentOf } from './formulas.ts';
import { groupingsOf } from './levels.ts';
import { LOAD_SUMS, loadItems } from './loads.ts';
import { firstLoads } from './punctuality.ts';
import type { ReportScope } from './scope.ts';

const COLUMNS = { operator_id: 'bigint', ingredient_id: 'bigint' } as const;

/** Percent of the loads of days that are over which are complete, of a row `w` of `worked`. */
export const COMPLETENESS = percentOf('w.complete', 'w.due');

/**
 * CTEs `summed`, the weighings of people added up by these levels, and `worked`, each person's work on a load and the work of all
 * (`all_of_them`). Loads that nobody has begun belong to nobody. A load is complete if its unloading ended and its weighings are confirmed.
 * Past loads should be complete (`due`).
 */
export function operatorSums(scope: ReportScope, levels: Readonly<Record<string, readonly (keyof typeof COLUMNS)[]>>): RawBuilder<unknown> {
  const { select, sets } = groupingsOf(COLUMNS, levels);
  return sql`${loadItems(scope)}, load as materialized (
      select s.id, s.operator_id, ${isOver(scope, 's')} as over, s.status = 'uploaded' and not s.implausible as complete
      from schedule s where ${scheduleInScope(scope, 's')} and s.id in (select schedule_id from item)
    ), summed as (
      select ${sql.raw(select)}, count(distinct l.id) as loads, ${sql.raw(LOAD_SUMS)}
      from (select i.*, l.id, l.operator_id from item i join load l on l.id = i.schedule_id) l group by grouping sets (${sql.raw(sets)})
    ), worked as (
      select grouping(operator_id) = 1 as all_of_them, operator_id, count(*) filter (where over and complete) as complete, count(*) filter (where over) as due,
        round(avg(late)) as punctuality
      from load l left join (select id, late from ${firstLoads(scope)} o) f using (id)
      group by grouping sets ((operator_id), ())
    )`;
}
