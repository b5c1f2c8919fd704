import { sql } from 'kysely';
import { dryMatter, weighedPercent } from '#contract/operations/dry-matter.ts';
import type { Tx } from '#server/db/database.ts';
import { demandOpenMonth } from '#server/domain/closed-months.ts';
import { momentOf } from '#server/domain/moment.ts';
import { ingredientTable } from '#server/operations/ingredients/table.ts';
import { setDryMatter } from '#server/operations/rations/set-dry-matter.ts';
import { accountOf } from '#server/platform/auth/principal.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { invalid } from '#server/platform/errors.ts';
import { oneByOne } from '#server/platform/resource/change.ts';
import { type AnyRow, type Input, named, type TableOf } from '#server/platform/resource/table.ts';

/** A phone's clock may be ahead by so much. */
const CLOCK_SKEW_MS = 300_000;

/** A measurement isn't changed: a wrong one is deleted, and the feed has what was known before it. */
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
  prepare: oneByOne(async (tx, context, { input }) => columnsOf(tx, context, input)),
  afterWrite: oneByOne(async (tx, context, { id, columns }) => {
    const day = columns.day as string;
    const used = await figureAfter(tx, context.client, columns.ingredient_id as number, day);
    if (used === null) return;
    // What is measured to be the same is known of that day, too.
    await sql`
      update ingredient set dry_matter_on = ${day} where client_id = ${context.client} and id = ${columns.ingredient_id} and dry_matter_on < ${day}`.execute(
      tx,
    );
    const replanned = await setDryMatter(tx, context, columns.ingredient_id as number, used, day);
    await sql`
      update measurement set used = ${used}, replanned = ${replanned.length} where client_id = ${context.client} and id = ${id}`.execute(
      tx,
    );
  }),
  async beforeRemove(tx, context, before) {
    await demandOpenMonth(tx, context.client, before.farm, before.day);
    await takeBack(tx, context, before);
  },
};

async function columnsOf(tx: Tx, context: ClientContext, input: Input): Promise<Input> {
  const percent = percentOf(input);
  const { rows } = await sql<{ farm: number; previous: number }>`
    select farm_id as farm, dry_matter as previous from ingredient
    where client_id = ${context.client} and id = ${input.ingredient} for no key update`.execute(tx);
  const { farm, previous } = rows[0] as { farm: number; previous: number };
  const latest = new Date(context.services.now().getTime() + CLOCK_SKEW_MS);
  if (input.measured_at !== undefined && new Date(input.measured_at as string) > latest) {
    throw invalid('measured_at', 'too_large', { limit: context.services.now().toISOString() });
  }
  const { at, day } = await momentOf(tx, context, farm, input.measured_at as string | undefined, 'measured_at');
  return { percent, farm_id: farm, previous, measured_at: at, day, account_id: accountOf(context.principal).id };
}

/** The dry matter in percent: given, or of what a sample weighed wet and dry. */
export function percentOf({ percent, wet, dry }: Input): number {
  const given = (percent ?? null) as number | null;
  const [before, after] = [(wet ?? null) as number | null, (dry ?? null) as number | null];
  if (before === null && after === null) {
    if (given === null) throw invalid('percent', 'required');
    return given;
  }
  if (before === null) throw invalid('wet', 'required');
  if (after === null) throw invalid('dry', 'required');
  if (after > before) throw invalid('dry', 'too_large', { limit: before });
  const weighed = weighedPercent(before, after);
  if (weighed === 0) throw invalid('dry', 'min_val', { limit: Math.ceil(before * 0.05) / 1000 });
  if (given !== null && given !== weighed) throw invalid('percent', 'invalid_value');
  return weighed;
}

/** What a feed's dry matter is by its measurements until `day`: the newest or the mean of the farm's last ones; null where something newer is known. */
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

/** Before a measurement goes: the feed that has its figure has what the others say, or what it had before. */
async function takeBack(tx: Tx, context: ClientContext, { id, ingredient, day, used, previous }: AnyRow): Promise<void> {
  const { rows } = await sql`
    select from ingredient where client_id = ${context.client} and id = ${ingredient} and dry_matter_on = ${day} and dry_matter = ${used}`.execute(
    tx,
  );
  if (rows.length === 0) return;
  const figure = await figureAfter(tx, context.client, ingredient, day, id);
  await setDryMatter(tx, context, ingredient, figure ?? previous, day);
}
