import { sql } from 'kysely';
import type { BudgetLine } from '#contract/reports/budgets.ts';
import type { Tx } from '#server/db/database.ts';
import { usableCheck } from '#server/domain/usable-ingredients.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { invalid } from '#server/platform/errors.ts';
import { throwRefusal } from '#server/platform/resource/change.ts';
import { ask } from '#server/platform/resource/check.ts';
import { LOCKED_TO_REFER } from '#server/platform/resource/table.ts';

const unitOf = ({ group, animal_type, month }: BudgetLine) => `${group ?? ''} ${animal_type ?? ''} ${month}`;

/** 400 at the line unless each is of one group or one animal type, stands once, has its month's heads, and names what lives on the farm. */
export async function demandLines(tx: Tx, context: ClientContext, farm: number, lines: readonly BudgetLine[]): Promise<void> {
  const seen = new Set<string>();
  const heads = new Map<string, number>();
  for (const [at, line] of lines.entries()) {
    if (line.group === null && line.animal_type === null) throw invalid(`lines.${at}.group`, 'required');
    if (line.group !== null && line.animal_type !== null) throw invalid(`lines.${at}.animal_type`, 'invalid_value');
    const unit = unitOf(line);
    const key = `${unit} ${line.ingredient}`;
    if (seen.has(key)) throw invalid(`lines.${at}.ingredient`, 'not_unique');
    seen.add(key);
    const known = heads.get(unit) ?? line.heads;
    if (known !== line.heads) throw invalid(`lines.${at}.heads`, 'invalid_value');
    heads.set(unit, known);
  }
  await demandLiving(tx, lines, 'group', sql`animal_group t where t.client_id = ${context.client} and t.farm_id = ${farm}`);
  await demandLiving(tx, lines, 'animal_type', sql`animal_type t where t.client_id = ${context.client}`);
  const uses = lines.map(({ ingredient }, at) => ({ farm, ingredient, field: `lines.${at}.ingredient`, refuse: throwRefusal }));
  if (uses.length > 0) await ask(tx, usableCheck(context.client, uses));
}

/** 400 at the first line that names what isn't among these rows, or was deleted; those named are held. */
async function demandLiving(
  tx: Tx,
  lines: readonly BudgetLine[],
  field: 'group' | 'animal_type',
  rows: ReturnType<typeof sql>,
): Promise<void> {
  const ids = [...new Set(lines.flatMap((line) => line[field] ?? []))];
  if (ids.length === 0) return;
  const { rows: found } = await sql<{ id: number }>`
    select t.id from ${rows} and t.id = any(${ids}) and not t.deleted ${LOCKED_TO_REFER}`.execute(tx);
  const living = new Set(found.map(({ id }) => id));
  const missing = lines.findIndex((line) => line[field] !== null && !living.has(line[field]));
  if (missing !== -1) throw invalid(`lines.${missing}.${field}`, 'invalid_value');
}
