import { sql } from 'kysely';
import type { CopyBody, CopyResult } from '#contract/operations/ration-copies.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { rationTable } from '#server/operations/rations/table.ts';
import { type ClientContext, inClient } from '#server/platform/context.ts';
import { unlessDry } from '#server/platform/dry-run.ts';
import { ApiError, fieldError, invalid, refusalOf } from '#server/platform/errors.ts';
import { get, judge, writeChanges } from '#server/platform/resource/crud.ts';
import { anyTable } from '#server/platform/resource/table.ts';
import { type JudgedTarget, judgeTarget, type Target, toFigures } from './judge.ts';
import { readSourceFeeds, type Source } from './match.ts';

/** Feedings from today on that aren't loaded yet, by ration: their number and planned kg. */
async function readWaiting(db: Db, { client, services }: ClientContext, rations: readonly number[]) {
  const { rows } = await sql<{ ration: number; loads: number; kg: number }>`
    select s.ration_id as ration, count(*)::int as loads, coalesce(sum(s.weight_plan), 0) as kg
    from schedule s join farm f on f.client_id = s.client_id and f.id = s.farm_id
    where s.client_id = ${client} and s.ration_id = any(${rations}) and s.status = 'waited' and not s.deleted
      and s.planned_on >= (${services.now().toISOString()}::timestamptz at time zone f.timezone)::date
    group by s.ration_id`.execute(db);
  return new Map(rows.map((row) => [row.ration, row]));
}

/** Writes the sound farms of a client and completes their answers. */
async function writeCopies(tx: Tx, context: ClientContext, judged: readonly JudgedTarget[]): Promise<void> {
  const table = anyTable(rationTable);
  const written = judged.filter(({ change, result }) => change !== null && result.outcome !== 'refused');
  const changes = written.flatMap(({ change }) => (change === null ? [] : [change]));
  if (changes.length > 0) await writeChanges(tx, table, context, changes);
  for (const { result, change } of written) {
    const row = await get(tx, table, context, change?.id ?? 0);
    Object.assign(result, { ration: row.id, version: row.version, after: toFigures(row) });
  }
}

async function judgeTargets(tx: Tx, context: ClientContext, source: Source, targets: readonly Target[]): Promise<JudgedTarget[]> {
  const judged: JudgedTarget[] = [];
  for (const target of targets) judged.push(await judgeTarget(tx, context, source, target));
  const changes = judged.flatMap(({ change }) => (change === null ? [] : [change]));
  if (changes.length > 0) await judge(tx, anyTable(rationTable), context, changes);
  return judged;
}

/** Copies to the farms of one client in one transaction, which writes all of them or none. A dry run is rolled back. */
async function copyWithin(context: ClientContext, source: Source, targets: readonly Target[], dry: boolean): Promise<CopyResult[]> {
  return unlessDry(
    dry,
    (work) => context.write(work),
    async (tx) => {
      // Rations are locked in the order of their farms, so that two copies wait instead of stopping each other.
      const judged = await judgeTargets(
        tx,
        context,
        source,
        targets.toSorted((a, b) => a.farm - b.farm),
      );
      const results = judged.map(({ result }) => result);
      const rations = results.flatMap(({ ration }) => (ration === null ? [] : [ration]));
      const before = await readWaiting(tx, context, rations);
      const isHeld = results.some(({ outcome }) => outcome === 'open' || outcome === 'refused');
      if (!isHeld || dry) await writeCopies(tx, context, judged);
      const after = await readWaiting(tx, context, rations);
      for (const result of results) {
        const [was, is] = [before, after].map((waiting) => waiting.get(result.ration ?? 0));
        result.waiting = { loads: was?.loads ?? 0, kg_before: was?.kg ?? 0, kg_after: is?.kg ?? 0 };
        markUnwritten(result, isHeld, dry);
      }
      return results;
    },
  );
}

/** Adapts the answer of a farm whose ration isn't written: because another farm of the client is refused, or in a dry run. */
function markUnwritten(result: CopyResult, isHeld: boolean, dry: boolean): void {
  const isNew = result.outcome === 'created';
  if (isHeld && (isNew || result.outcome === 'changed')) result.outcome = 'held';
  // The id of a rolled back ration means nothing.
  if (isNew && (dry || isHeld)) Object.assign(result, { ration: null, version: null });
}

/** The answer of each farm of a client that the caller doesn't reach, or whose transaction failed. */
const refuseAll = (client: number, targets: readonly Target[], errors: CopyResult['errors']): CopyResult[] =>
  targets.map(({ farm }) => ({
    client,
    client_name: '',
    currency: '',
    farm,
    farm_name: '',
    outcome: 'refused',
    ration: null,
    version: null,
    parts: [],
    feeds: [],
    before: null,
    after: null,
    waiting: { loads: 0, kg_before: 0, kg_after: 0 },
    errors,
  }));

/** One client's answers. A failure is its farms' answer, because copies of other clients may be written already. */
async function copyToClient(
  context: ClientContext,
  client: number,
  source: Source,
  targets: readonly Target[],
  dry: boolean,
): Promise<CopyResult[]> {
  try {
    const inside = client === context.client ? { ...context, farm: null } : await inClient(context, client, undefined, true);
    return await copyWithin(inside, source, targets, dry);
  } catch (error) {
    const known = error instanceof ApiError ? error : refusalOf(error);
    if (known?.status === 404) return refuseAll(client, targets, { client: [fieldError('invalid_value')] });
    if (known) return refuseAll(client, targets, known.errors);
    context.log.error({ error: String(error), client }, 'failed to copy a ration');
    return refuseAll(client, targets, { detail: [fieldError('server_error')] });
  }
}

// Ids are unique within a client only.
const toFarmKey = ({ client, farm }: { client: number; farm: number }) => `${client} ${farm}`;

/** 400 at a farm that is named twice. */
function demandDistinct(targets: readonly { client: number; farm: number }[]): void {
  const farms = targets.map(toFarmKey);
  const twice = farms.findIndex((farm, index) => farms.indexOf(farm) !== index);
  if (twice !== -1) throw invalid(`targets.${twice}.farm`, 'not_unique');
}

/** Copies a ration to farms, client by client, and answers for each farm in the order of the request. */
export async function copyRation(context: ClientContext, id: number, { targets, reason }: CopyBody, dry: boolean): Promise<CopyResult[]> {
  const ration = await get(context.db, anyTable(rationTable), context, id);
  const named = targets.map((target) => ({ ...target, client: target.client ?? context.client }));
  demandDistinct(named);
  const source: Source = { client: context.client, ration, reason, feeds: await readSourceFeeds(context.db, context.client, ration) };
  const results = new Map<string, CopyResult>();
  for (const client of new Set(named.map((target) => target.client))) {
    const own = named.filter((target) => target.client === client);
    for (const result of await copyToClient(context, client, source, own, dry)) results.set(toFarmKey(result), result);
  }
  return named.map((target) => results.get(toFarmKey(target)) as CopyResult);
}
