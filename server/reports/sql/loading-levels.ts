import { sql } from 'kysely';
import { scheduleInScope } from './conditions.ts';
import { selected, shown } from './formulas.ts';
import { chosen, groupingsOf, type LevelRow } from './levels.ts';
import { LOAD_FIGURES, LOAD_SUMS, loadItems } from './loads.ts';
import type { ReportScope } from './scope.ts';

const COLUMNS = { operator_id: 'bigint', farm_id: 'bigint' } as const;
const LEVELS = { operator: ['operator_id'], farm: ['farm_id'], total: [] } as const;
export type LoadingLevel = keyof typeof LEVELS;

const NAMED = {
  level: 't.level',
  operator_id: 't.operator_id',
  operator: "trim(a.first_name || ' ' || a.last_name)",
  farm_id: 't.farm_id',
  farm: 'f.name',
} as const;
export type LoadingRow = LevelRow<typeof NAMED & typeof LOAD_FIGURES>;

/** The figures that judge loading, in one scan of the weighings. */
export async function loadingLevels(scope: ReportScope, levels: readonly LoadingLevel[]): Promise<LoadingRow[]> {
  const { select, sets } = groupingsOf(COLUMNS, chosen(LEVELS, levels));
  const { rows } = await sql<LoadingRow>`
    with ${loadItems(scope)}, weighed as (
      select i.*, s.operator_id, s.farm_id from item i join schedule s on s.id = i.schedule_id and ${scheduleInScope(scope, 's')}
    ), summed as (
      select ${sql.raw(select)}, ${sql.raw(LOAD_SUMS)}
      from weighed group by grouping sets (${sql.raw(sets)})
    )
    select ${sql.raw(`${selected(NAMED)}, ${shown(LOAD_FIGURES)}`)}
    from summed t
    left join account a on a.id = t.operator_id
    left join farm f on f.client_id = ${scope.client} and f.id = t.farm_id
    order by operator, farm, t.farm_id`.execute(scope.db);
  return rows;
}
