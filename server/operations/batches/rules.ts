import { sql } from 'kysely';
import type { Tx } from '#server/db/database.ts';
import { demandOpenMonth } from '#server/domain/closed-months.ts';
import { demandDay, demandOperator } from '#server/operations/feedings/rules.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { conflict, invalid } from '#server/platform/errors.ts';
import { demandOnFarm } from '#server/platform/resource/references.ts';
import type { AnyRow, Change, Input } from '#server/platform/resource/table.ts';

/** The fields that may change after the making has begun. */
const ALWAYS = new Set(['operator', 'lot', 'version']);

/** Checks that the schema of a batch can't express. */
export async function prepareBatch(tx: Tx, context: ClientContext, { input, before, after: next }: Change): Promise<Input> {
  if (before && next.farm !== before.farm) throw invalid('farm', 'invalid_value');
  if (before) await demandOpenMonth(tx, context.client, before.farm, before.planned_on);
  await demandOperator(tx, context.client, input.operator as number | null | undefined);
  if (before && before.status !== 'waited') {
    const refused = Object.keys(input).find((field) => !ALWAYS.has(field) && input[field] !== before[field]);
    if (refused) throw conflict('illegal_status', {}, refused);
    return {};
  }
  if (next.planned_on !== before?.planned_on) await demandDay(tx, context, next);
  if (input.recipe !== undefined) await demandRecipe(tx, context.client, next.farm, next.recipe);
  await demandMixer(tx, context, input, next);
  return before || input.position !== undefined ? {} : { position: await lastPlace(tx, context.client, next) };
}

/** 409 once the making has begun. */
export function demandWaited(batch: AnyRow): void {
  if (batch.status !== 'waited') throw conflict('illegal_status', { values: [batch.status] }, 'status');
}

async function demandRecipe(tx: Tx, client: number, farm: number, recipe: number): Promise<void> {
  const { rows } = await sql`select from recipe where client_id = ${client} and farm_id = ${farm} and id = ${recipe}`.execute(tx);
  if (rows.length === 0) throw invalid('recipe', 'invalid_value');
}

/** The mixer, if one is named, is the farm's, and the batch fits into it. */
async function demandMixer(tx: Tx, context: ClientContext, input: Input, next: AnyRow): Promise<void> {
  if (next.mixer === null || (input.mixer === undefined && input.weight_plan === undefined)) return;
  if (input.mixer !== undefined) await demandOnFarm(tx, context, 'mixer', next.farm, [next.mixer], 'mixer');
  const { rows } = await sql<{ max_weight: number }>`
    select max_weight from mixer where client_id = ${context.client} and id = ${next.mixer} and max_weight < ${next.weight_plan}`.execute(
    tx,
  );
  if (rows[0]) throw invalid('weight_plan', 'mixer_weight', { limit: rows[0].max_weight });
}

async function lastPlace(tx: Tx, client: number, next: AnyRow): Promise<number> {
  const { rows } = await sql<{ position: number }>`
    select coalesce(max(position), 0) + 1 as position from batch
    where client_id = ${client} and farm_id = ${next.farm} and planned_on = ${next.planned_on} and not deleted`.execute(tx);
  return rows[0]?.position ?? 1;
}
