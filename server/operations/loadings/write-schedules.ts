import { sql } from 'kysely';
import { schedules as contract } from '#contract/operations/feedings.ts';
import type { Tx } from '#server/db/database.ts';
import { place } from '#server/operations/feedings/ordering.ts';
import { scheduleTable } from '#server/operations/feedings/table.ts';
import { type ClientContext, demand } from '#server/platform/context.ts';
import { ApiError, fromZod, invalid } from '#server/platform/errors.ts';
import { create, remove, update } from '#server/platform/resource/crud.ts';
import { type AnyRow, anyTable } from '#server/platform/resource/table.ts';

const table = anyTable(scheduleTable);

/** Makes a loading's schedules those of the list, in its order; each is changed, added or deleted by the rules and rights of schedules. */
export async function writeSchedules(tx: Tx, context: ClientContext, loading: AnyRow, list: readonly AnyRow[]): Promise<void> {
  // The schedules' own functions run inside this transaction.
  const inside: ClientContext = { ...context, db: tx, write: (work) => work(tx) };
  const before = loading.schedules as AnyRow[];
  const known = new Set(before.map((schedule) => schedule.id as number));
  // Loads of a feeding come and go with the first of them that waits.
  const isGone = async (id: number) => {
    if (!before.some((schedule) => schedule.id === id && schedule.parts > 1)) return false;
    const { rows } = await sql`select from schedule where client_id = ${context.client} and id = ${id} and not deleted`.execute(tx);
    return rows.length === 0;
  };
  const ids: number[] = [];
  for (const [index, { id, ...input }] of list.entries()) {
    const place = `schedules.${index}`;
    if (id === undefined) ids.push(await at(place, () => add(inside, loading, input)));
    else if (!known.has(id) || ids.includes(id)) throw invalid(`${place}.id`, 'invalid_value');
    else if (!(await isGone(id))) ids.push(await at(place, () => change(inside, id, input)));
  }
  for (const id of [...known].filter((one) => !ids.includes(one))) {
    if (await isGone(id)) continue;
    demand(context, 'schedule', 'delete');
    await remove(inside, table, id);
  }
  const there: number[] = [];
  for (const id of ids) if (!(await isGone(id))) there.push(id);
  if (there.length > 0) await place(tx, inside, there);
}

async function add(context: ClientContext, loading: AnyRow, input: AnyRow): Promise<number> {
  demand(context, 'schedule', 'add');
  const whole = { ...input, farm: loading.farm, loading: loading.id, planned_on: loading.planned_on };
  const parsed = contract.create.safeParse(whole);
  if (!parsed.success) throw fromZod(parsed.error, whole);
  return (await create(context, table, parsed.data)).id;
}

async function change(context: ClientContext, id: number, input: AnyRow): Promise<number> {
  const fields = Object.keys(input).filter((field) => field !== 'version' && input[field] !== undefined);
  if (fields.length === 0) return id;
  demand(context, 'schedule', 'change');
  await update(context, table, id, input);
  return id;
}

/** Puts where it happened before the fields of a refusal. */
async function at<T>(place: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new ApiError(error.status, Object.fromEntries(Object.entries(error.errors).map(([field, what]) => [`${place}.${field}`, what])));
  }
}
