import { sql } from 'kysely';
import { dryMatter } from '#contract/operations/dry-matter.ts';
import type { Tx } from '#server/db/database.ts';
import { demandOpenMonth } from '#server/domain/closed-months.ts';
import { ingredientTable } from '#server/operations/ingredients/table.ts';
import { setDryMatter } from '#server/operations/rations/set-dry-matter.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { type AnyRow, named, type TableOf } from '#server/platform/resource/table.ts';
import { followMeasurements } from './follow.ts';
import { prepareMeasurements } from './prepare.ts';

/** A measurement can't be changed: a wrong one is deleted, and the feed returns to its earlier value. */
export const dryMatterTable: TableOf<typeof dryMatter, 'measurement'> = {
  contract: dryMatter,
  table: 'measurement',
  joins: `join farm on farm.client_id = t.client_id and farm.id = t.farm_id
    join ingredient on ingredient.client_id = t.client_id and ingredient.id = t.ingredient_id
    left join account on account.id = t.account_id`,
  fields: {
    ...named('farm', 'ingredient'),
    author: `coalesce(nullif(trim(account.first_name || ' ' || account.last_name), ''), account.email)`,
  },
  references: { ingredient: ingredientTable },
  farm: 't.farm_id',
  search: ['ingredient.name', 't.note'],
  filters: {
    day_after: (day: string) => sql`t.day >= ${day}`,
    day_before: (day: string) => sql`t.day <= ${day}`,
  },
  order: 't.measured_at desc',
  remove: 'hard',
  title: (row) => row.ingredient_name,
  prepare: prepareMeasurements,
  afterWrite: followMeasurements,
  async beforeRemove(tx, context, before) {
    await demandOpenMonth(tx, context.client, before.farm, before.day);
    await takeBack(tx, context, before);
  },
};

/**
 * The dry matter of a feed by its measurements until `day`: the newest or the mean of the farm's last ones; null if a newer value exists.
 */
async function figureAfter(tx: Tx, client: number, ingredient: number, day: string, without = 0): Promise<number | null> {
  const { rows } = await sql<{ percent: number | null }>`
    select round(avg(m.percent), 2) as percent from (
      select m.percent from measurement m
      where m.client_id = ${client} and m.ingredient_id = ${ingredient} and m.id <> ${without}
      order by m.measured_at desc, m.id desc
      limit (select f.dry_matter_mean from ingredient i join farm f on f.client_id = i.client_id and f.id = i.farm_id
             where i.client_id = ${client} and i.id = ${ingredient})
    ) m
    where exists (select from ingredient i where i.client_id = ${client} and i.id = ${ingredient} and i.dry_matter_on <= ${day})`.execute(
    tx,
  );
  return rows[0]?.percent ?? null;
}

/** Runs before a measurement is deleted: a feed that has its value gets the value of the other measurements, or its earlier one. */
async function takeBack(tx: Tx, context: ClientContext, { id, ingredient, day, used, previous }: AnyRow): Promise<void> {
  const { rows } = await sql`
    select from ingredient where client_id = ${context.client} and id = ${ingredient} and dry_matter_on = ${day} and dry_matter = ${used}`.execute(
    tx,
  );
  if (rows.length === 0) return;
  const figure = await figureAfter(tx, context.client, ingredient, day, id);
  await setDryMatter(tx, context, ingredient, figure ?? previous, day);
}
