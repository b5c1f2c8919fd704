import { sql } from 'kysely';
import { daySourcesOf, fedParts } from './feeding-days.ts';
import { FEEDING_FIGURES } from './feeding-figures.ts';
import { feedings } from './feedings.ts';
import { selected, shown } from './formulas.ts';
import { chosen, groupingsOf, type LevelRow } from './levels.ts';
import type { ReportScope } from './scope.ts';

const NAMED = { level: 't.level', day: 't.day', farm_id: 't.farm_id', farm: 'f.name', fed_heads: 't.fed_heads' } as const;
const { cost, cost_per_head, dry_matter } = FEEDING_FIGURES;
const FIGURES = { cost, cost_per_head, dry_matter } as const;
/** A row of feeding cost in the shape of `feedingLevels`. */
export type FedRow = LevelRow<typeof NAMED & typeof FIGURES>;

const COLUMNS = { farm_id: 'bigint', day: 'date' } as const;
const LEVELS = { farm: ['farm_id'], farm_day: ['farm_id', 'day'], day: ['day'], total: [] } as const;

/** Sums of the requested levels; `day` is of all farms. They need no leftovers, so they never read the facts of stored days. */
export async function fedSums(scope: ReportScope, levels: readonly (keyof typeof LEVELS)[] = ['farm', 'day', 'total']): Promise<FedRow[]> {
  const groupings = groupingsOf(COLUMNS, chosen(LEVELS, levels));
  // The figures contain no absolute deviation, which stored days lack.
  const { deviation: _, ...filters } = scope.filters;
  const signed = { ...scope, filters };
  const sources = await daySourcesOf(signed, false);
  const { rows } = await sql<FedRow>`
    with ${sources.facts ? sql`${feedings(sources.facts)},` : sql``} ${fedParts(signed, sources)}, group_day as (
      select farm_id, day, group_id, sum(cost) as cost, sum(dry_matter) as dry_matter, max(fed_heads) as fed_heads from fed_part group by farm_id, day, group_id
    ), summed as (
      select ${sql.raw(groupings.select)}, sum(cost) as cost, sum(dry_matter) as dry_matter, sum(fed_heads) as fed_heads
      from group_day group by grouping sets (${sql.raw(groupings.sets)})
    )
    select ${sql.raw(`${selected(NAMED)}, ${shown(FIGURES)}`)}
    from summed t left join farm f on f.client_id = ${scope.client} and f.id = t.farm_id
    order by t.day, f.name, t.farm_id`.execute(scope.db);
  return rows;
}
