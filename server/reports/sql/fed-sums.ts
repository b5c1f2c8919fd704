import { sql } from 'kysely';
import { daySourcesOf, fedParts } from './feeding-days.ts';
import { FEEDING_FIGURES } from './feeding-figures.ts';
import { feedings } from './feedings.ts';
import { selected, shown } from './formulas.ts';
import type { LevelRow } from './levels.ts';
import type { ReportScope } from './scope.ts';

const NAMED = { level: 't.level', farm_id: 't.farm_id', farm: 'f.name', fed_heads: 't.fed_heads' } as const;
const { cost, cost_per_head, dry_matter } = FEEDING_FIGURES;
const FIGURES = { cost, cost_per_head, dry_matter } as const;
/** What feeding cost, as `feedingLevels` has it. */
export type FedRow = LevelRow<typeof NAMED & typeof FIGURES>;

/** Of each farm, and of all (`total`): those of the figures of feedings that need no leftovers, and so no facts of days that are kept. */
export async function fedSums(scope: ReportScope): Promise<FedRow[]> {
  // None of them is a deviation, whose size days that are kept don't know.
  const { deviation: _, ...filters } = scope.filters;
  const signed = { ...scope, filters };
  const sources = await daySourcesOf(signed, false);
  const { rows } = await sql<FedRow>`
    with ${sources.facts ? sql`${feedings(sources.facts)},` : sql``} ${fedParts(signed, sources)}, group_day as (
      select farm_id, day, group_id, sum(cost) as cost, sum(dry_matter) as dry_matter, max(fed_heads) as fed_heads from fed_part group by farm_id, day, group_id
    ), summed as (
      select case grouping(farm_id) when 0 then 'farm' else 'total' end as level, farm_id, sum(cost) as cost, sum(dry_matter) as dry_matter,
        sum(fed_heads) as fed_heads
      from group_day group by grouping sets ((farm_id), ())
    )
    select ${sql.raw(`${selected(NAMED)}, ${shown(FIGURES)}`)}
    from summed t left join farm f on f.client_id = ${scope.client} and f.id = t.farm_id
    order by f.name, t.farm_id`.execute(scope.db);
  return rows;
}
