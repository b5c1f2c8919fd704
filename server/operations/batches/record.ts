import { sql } from 'kysely';
import { sumWeights } from '#common/feeding/plan.ts';
import type { BatchReport, BatchRow } from '#contract/operations/batches.ts';
import { UNREAD } from '#server/db/connection.ts';
import type { Tx } from '#server/db/database.ts';
import { demandOpenMonth } from '#server/domain/closed-months.ts';
import type { Moment } from '#server/domain/moment.ts';
import { type BatchItem, replanBatches } from '#server/domain/replan-batches.ts';
import { reverse } from '#server/domain/reverse-moves.ts';
import { differsFrom, isNews, isNewTime, type Known, mergeReport } from '#server/operations/feedings/news.ts';
import { endOf } from '#server/operations/feedings/report.ts';
import { demandOperator } from '#server/operations/feedings/rules.ts';
import { postCraft } from '#server/operations/recipes/craft.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { conflict, invalid } from '#server/platform/errors.ts';
import { demandVersion, get, lockAndGet, noteChange } from '#server/platform/resource/crud.ts';
import { authorOf } from '#server/platform/resource/history.ts';
import { anyTable } from '#server/platform/resource/table.ts';
import { batchTable } from './table.ts';

const table = anyTable(batchTable);

/**
 * Records a report of making a batch. The status only moves forward: a waiting batch may be reported `loaded` directly when it is entered
 * afterwards, and an ended batch accepts only the same report again. A shortage refuses nothing.
 */
export async function loadBatch(context: ClientContext, id: number, report: BatchReport): Promise<BatchRow> {
  return context.write(async (tx) => {
    const before = await lockBatch(tx, context, id);
    const recorded = new Map<number, Known>(before.items.map((item) => [item.ingredient, item]));
    const reported = mergeReport(recorded, report.items, 'ingredient', 'items');
    const addsSomething = differsFrom(recorded, reported) || isNews(report.operator, before.operator) || isNewTime(report, before);
    // A terminal repeats a report that got no answer.
    if (before.status === report.status && !addsSomething) return before;
    demandVersion(before, report);
    if (before.status !== 'waited' && before.status !== 'in_process') {
      throw conflict('illegal_status', { values: [before.status] }, 'status');
    }
    await demandOpenMonth(tx, context.client, before.farm, before.planned_on);
    await demandOperator(tx, context.client, report.operator);
    const items = before.items.map(({ ingredient_name: _, ...item }) => ({ ...item, ...reported.get(item.ingredient) }));
    await write(tx, context, before, report, items);
    return recordAndNotify(tx, context, before);
  });
}

/** Back to `waited`, planned by values: the feed is taken out and its parts are put back, history keeps both and the reason. */
export async function resetBatch(
  context: ClientContext,
  id: number,
  body: { reason: string; version?: number | undefined },
): Promise<BatchRow> {
  return context.write(async (tx) => {
    const before = await lockBatch(tx, context, id);
    demandVersion(before, body);
    if (before.status === 'waited') throw conflict('illegal_status', {}, 'status');
    await demandOpenMonth(tx, context.client, before.farm, before.planned_on);
    await reverse(tx, authorOf(context), { batch: id }, body.reason);
    await sql`
      update batch set status = 'waited', weight_fact = null, started_at = null, seconds = null, version = version + 1
      where client_id = ${context.client} and id = ${id}`.execute(tx);
    await replanBatches(tx, context.client, { batch: id });
    return recordAndNotify(tx, context, before, body.reason);
  });
}

async function lockBatch(tx: Tx, context: ClientContext, id: number): Promise<BatchRow> {
  return (await lockAndGet(tx, table, context, id)) as BatchRow;
}

async function write(tx: Tx, context: ClientContext, before: BatchRow, report: BatchReport, items: BatchItem[]): Promise<void> {
  const { client } = context;
  const now = context.services.now();
  const started = report.started_at ?? before.started_at ?? report.finished_at ?? now.toISOString();
  const own = context.principal.client === client ? context.principal.id : null;
  const operator = report.operator === undefined ? (before.operator ?? own) : report.operator;
  await sql`
    update batch set status = ${report.status}, operator_id = ${operator}::bigint, started_at = ${started}, items = ${JSON.stringify(items)}::jsonb,
           version = version + 1
    where client_id = ${client} and id = ${before.id}`.execute(tx);
  if (report.status === 'in_process') return;
  const made = items.map((item) => ({ ...item, weight_fact: item.weight_fact ?? 0 }));
  const weight = sumWeights(made.map((item) => item.weight_fact));
  // Nothing went in, so nothing was made.
  if (weight === 0) throw invalid('items', 'blank');
  const { finished, seconds } = endOf(report.finished_at, started, now);
  await lockFeeds(tx, client, [before.ingredient, ...made.map((item) => item.ingredient)]);
  await sql`
    update batch set weight_fact = ${weight}, seconds = ${seconds}::integer,
      items = ${itemsWithPrices(client, made, { at: finished, day: before.planned_on })}
    where client_id = ${client} and id = ${before.id}`.execute(tx);
  await postCraft(tx, context, {
    farm: before.farm,
    ingredient: before.ingredient,
    parts: made.filter((item) => item.weight_fact > 0).map((item) => ({ ingredient: item.ingredient, kg: item.weight_fact })),
    at: finished,
    day: before.planned_on,
    batch: before.id,
    note: before.recipe_name,
  });
}

/** Locks the feeds that the batch moves, in the order of their ids. */
async function lockFeeds(tx: Tx, client: number, feeds: readonly number[]): Promise<void> {
  await sql`select ${UNREAD} 1 from ingredient where client_id = ${client} and id = any(${feeds}) order by id for no key update`.execute(
    tx,
  );
}

/** SQL of the items, each with the dry matter of its feed and the exact price at which it leaves stock. */
const itemsWithPrices = (client: number, items: readonly BatchItem[], { at, day }: Moment) => sql`(
  select jsonb_agg(item || jsonb_build_object(
    'price', coalesce(nullif(average_at(i.client_id, i.id, ${day}, ${at}), 0), i.price), 'dry_matter', i.dry_matter) order by n)
  from jsonb_array_elements(${JSON.stringify(items)}::jsonb) with ordinality part (item, n)
  join ingredient i on i.client_id = ${client} and i.id = (item ->> 'ingredient')::bigint)`;

async function recordAndNotify(tx: Tx, context: ClientContext, before: BatchRow, reason?: string): Promise<BatchRow> {
  const after = (await get(tx, table, context, before.id)) as BatchRow;
  await noteChange(tx, table, context, before, after, reason);
  return after;
}
