import { sql } from 'kysely';
import type { Tx } from '#server/db/database.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { unlessDry } from '#server/platform/dry-run.ts';
import { changeOf } from '#server/platform/resource/change.ts';
import { find, get, judge, writeChanges } from '#server/platform/resource/crud.ts';
import { type AnyRow, anyTable, type Input } from '#server/platform/resource/table.ts';
import { calculatePercent } from './prepare.ts';
import { dryMatterTable } from './table.ts';

/** Adds a measurement. `dryRun` only returns the changes that it would make. `once`: an equal measurement changes nothing. */
export const measure = (context: ClientContext, input: Input, dryRun: boolean, once = false): Promise<AnyRow> =>
  unlessDry(dryRun, context.write, async (tx) => {
    const inside: ClientContext = { ...context, db: tx, write: (work) => work(tx) };
    const known = once ? await sameMeasurement(tx, inside, input) : undefined;
    if (known) return { ...known, changes: [] };
    const table = anyTable(dryMatterTable);
    const change = changeOf(table, { id: 0, before: null, input });
    await judge(tx, table, inside, [change]);
    await writeChanges(tx, table, inside, [change]);
    return { ...(await get(tx, table, inside, change.id)), changes: change.found.changes };
  });

/** An equal measurement of the same moment. Measurements of a feed are serialised. */
async function sameMeasurement(tx: Tx, context: ClientContext, input: Input): Promise<AnyRow | undefined> {
  await sql`select from ingredient where client_id = ${context.client} and id = ${input.ingredient} for no key update`.execute(tx);
  const { rows } = await sql<{ id: number }>`
    select id from measurement
    where client_id = ${context.client} and ingredient_id = ${input.ingredient} and measured_at = ${input.measured_at}
      and method = ${input.method} and percent = ${calculatePercent(input)}`.execute(tx);
  return rows[0] && find(tx, anyTable(dryMatterTable), context, rows[0].id);
}
