import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#server/db/database.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { authorOf, record } from '#server/platform/resource/history.ts';
import { followDryMatter } from './follow-dry-matter.ts';

interface Change {
  name: string;
  farm: number;
  before: number;
}

/**
 * Sets an ingredient's dry matter (%) from `day` on, with its history, and rebuilds the plans of waiting feedings. Later analyses stay, and
 * an equal value changes nothing. `day` may be SQL. Returns the feedings whose plan changed.
 */
export async function setDryMatter(
  tx: Tx,
  context: ClientContext,
  ingredient: number,
  dryMatter: number,
  day: string | RawBuilder<string>,
): Promise<number[]> {
  const { rows } = await sql<Change>`
    with held as (
      select id, name, farm_id, dry_matter from ingredient
      where client_id = ${context.client} and id = ${ingredient} and dry_matter <> ${dryMatter} and dry_matter_on <= ${day} for no key update
    )
    update ingredient i set dry_matter = ${dryMatter}, dry_matter_on = ${day}, version = version + 1
    from held where i.client_id = ${context.client} and i.id = held.id
    returning held.name, held.farm_id as farm, held.dry_matter as before`.execute(tx);
  const [change] = rows;
  if (!change) return [];
  await record(tx, authorOf(context), {
    resource: 'ingredients',
    id: ingredient,
    farm: change.farm,
    name: change.name,
    before: { dry_matter: change.before },
    after: { dry_matter: dryMatter },
  });
  return followDryMatter(tx, context.client, [ingredient], context.services.now());
}
