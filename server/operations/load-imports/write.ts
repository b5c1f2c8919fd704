import { sql } from 'kysely';
import { sumWeights } from '#common/feeding/plan.ts';
import { wallText } from '#common/format/clock.ts';
import type { Tx } from '#server/db/database.ts';
import { transferCosts } from '#server/domain/carried-feed.ts';
import { type ExactDecimal, type Move, postUnread } from '#server/domain/ledger.ts';
import { PLACED_BY_CLOCK } from '#server/operations/feedings/plan-rows.ts';
import { notifyAroundPlan } from '#server/operations/feedings/refresh.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { authorOf, recordMany } from '#server/platform/resource/history.ts';
import { notify } from '#server/platform/runtime/events.ts';
import { byPieces, partOf, type Work } from '#server/platform/runtime/work.ts';
import { priceItems } from './prices.ts';
import { findStart, type Load, type Weighing } from './read.ts';

/** A load as it is written, with its place in stock and reports. */
interface Written {
  id: number;
  load: Load;
  implausible: boolean;
  row: ReturnType<typeof toSchedule>;
}

/** The loads that one statement writes. */
const PIECE = 500;
const MINUTE = 60_000;

const secondsBetween = (times: readonly string[]): number | null => {
  const [first, last] = [times[0], times.at(-1)];
  return first === undefined || first === last ? null : Math.round((Date.parse(last ?? '') - Date.parse(first)) / 1000);
};
const sumWeighings = (list: readonly Weighing[], of: 'target' | 'actual') => sumWeights(list.map((weighing) => weighing[of]));

function toSchedule(load: Load, implausible: boolean) {
  const { place, day, ration, mixer, items, groups } = load;
  const started = findStart(load);
  const fed = groups.map(({ at }) => at).toSorted();
  const isUnloaded = groups.length > 0;
  const clock = wallText(started, place.timezone);
  return {
    farm_id: place.id,
    planned_on: day,
    position: PLACED_BY_CLOCK + Math.floor((Date.parse(`${clock}Z`) - Date.parse(`${clock.slice(0, 10)}T00:00Z`)) / MINUTE),
    ration_id: ration,
    mixer_id: mixer,
    status: isUnloaded ? 'uploaded' : 'loaded',
    weight_plan: isUnloaded ? sumWeighings(groups, 'target') : sumWeighings(items, 'target'),
    fresh_weight: sumWeighings(items, 'target'),
    weight_fact: implausible ? null : sumWeighings(items, 'actual'),
    weight_unloaded: isUnloaded && !implausible ? sumWeighings(groups, 'actual') : null,
    started_at: started,
    seconds: secondsBetween([...new Set([started, load.ends])]),
    upload_started_at: fed[0] ?? null,
    upload_seconds: secondsBetween(fed),
    implausible,
  };
}

/**
 * Writes loads as finished feedings: the feeding, its facts, the moves out of stock at the average of their positions, and history. `implausible` holds
 * the weighings that wait: nothing of their load is in stock and reports until a person confirms them.
 */
export async function writeLoads(
  tx: Tx,
  context: ClientContext,
  source: string,
  loads: readonly Load[],
  implausible: ReadonlySet<string>,
  work: Work,
): Promise<void> {
  const { client } = context;
  const author = authorOf(context);
  const months = [...new Set(loads.map(({ day }) => `${day.slice(0, 7)}-01`))];
  await sql`select ensure_month(m) from unnest(${months}::date[]) m`.execute(tx);
  const doubtful = (list: readonly Weighing[]) => list.some(({ row }) => implausible.has(row));
  const written: Written[] = loads.map((load) => {
    const waits = doubtful(load.items) || doubtful(load.groups);
    return { id: 0, load, implausible: waits, row: toSchedule(load, waits) };
  });
  const places = written.flatMap(({ load }) => load.items.map((item) => ({ item, load })));
  const priced = await priceItems(
    tx,
    client,
    places.map(({ item, load }, n) => ({ n, ingredient: item.id, day: load.day, at: load.ends, kg: item.actual })),
  );
  await work.progress(0.1);
  const prices = new Map(places.map(({ item }, n) => [item, priced[n]]));
  const names = await readNames(tx, client, loads);
  await byPieces(
    written,
    partOf(work, 0.1, 0.85),
    async (piece) => {
      await insertSchedules(tx, client, piece);
      await insertItems(tx, client, piece, implausible, prices);
      await insertGroups(tx, client, piece, implausible);
      await rememberLoads(tx, client, source, piece);
      await recordMany(
        tx,
        author,
        piece.map(({ id, load, row }) => ({
          resource: 'schedules' as const,
          id,
          farm: load.place.id,
          name: `${names.ration.get(load.ration)} ${load.day}`,
          before: null,
          after: snapshot(id, load, row, names, prices),
        })),
      );
      const plausible = piece.filter(({ load }) => !doubtful(load.items));
      await postUnread(
        tx,
        author,
        plausible.flatMap((one) => toMoves(one, prices)),
      );
    },
    PIECE,
  );
  const ids = written.map(({ id }) => id);
  await byPieces(ids, partOf(work, 0.85, 1), (piece) => transferCosts(tx, client, piece), PIECE);
  await notify(tx, client, 'schedules', []);
  await notifyAroundPlan(tx, client);
}

/** The moves of a load's feeds out of stock. */
const toMoves = ({ id, load }: Written, prices: ReadonlyMap<Weighing, { price: ExactDecimal } | undefined>): Move[] =>
  load.items
    .filter(({ actual }) => actual > 0)
    .map((item) => ({
      ingredient: item.id,
      kg: -item.actual,
      price: prices.get(item)?.price as ExactDecimal,
      kind: 'load',
      at: load.ends,
      day: load.day,
      farm: load.place.id,
      schedule: id,
    }));

async function insertSchedules(tx: Tx, client: number, piece: readonly Written[]): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    insert into schedule (client_id, farm_id, planned_on, position, ration_id, mixer_id, status, weight_plan, fresh_weight, weight_fact, weight_unloaded,
      started_at, seconds, upload_started_at, upload_seconds, implausible)
    select ${client}::bigint, farm_id, planned_on, position, ration_id, mixer_id, status, weight_plan, fresh_weight, weight_fact, weight_unloaded,
      started_at, seconds, upload_started_at, upload_seconds, implausible
    from jsonb_populate_recordset(null::schedule, ${JSON.stringify(piece.map(({ row }) => row))}::jsonb)
    returning id`.execute(tx);
  const ids = rows.map(({ id }) => id).toSorted((a, b) => a - b);
  for (const [n, one] of piece.entries()) one.id = ids[n] as number;
}

const toFact = (weighing: Weighing, position: number, implausible: ReadonlySet<string>, { id, row }: Written) => ({
  schedule_id: id,
  planned_on: row.planned_on,
  farm_id: row.farm_id,
  ration_id: row.ration_id,
  mixer_id: row.mixer_id,
  position,
  weight_plan: weighing.target,
  weight_fact: weighing.actual,
  started_at: weighing.at,
  implausible: implausible.has(weighing.row),
});

async function insertItems(
  tx: Tx,
  client: number,
  piece: readonly Written[],
  implausible: ReadonlySet<string>,
  prices: ReadonlyMap<Weighing, { price: ExactDecimal; dry_matter: number } | undefined>,
): Promise<void> {
  const facts = piece.flatMap((one) => {
    const waits = one.load.items.some(({ row }) => implausible.has(row));
    const planned = one.row.fresh_weight;
    return one.load.items.map((item, position) => ({
      ...toFact(item, position, implausible, one),
      ingredient_id: item.id,
      percent: planned > 0 ? Math.round((item.target * 10_000) / planned) / 100 : 0,
      price: prices.get(item)?.price,
      dry_matter: prices.get(item)?.dry_matter,
      counted: !waits,
    }));
  });
  await sql`
    insert into schedule_ingredient (client_id, schedule_id, ingredient_id, planned_on, farm_id, ration_id, mixer_id, position, percent, weight_plan,
      weight_fact, price, dry_matter, tolerance, started_at, counted, implausible)
    select ${client}::bigint, f.schedule_id, f.ingredient_id, f.planned_on, f.farm_id, f.ration_id, f.mixer_id, f.position, f.percent, f.weight_plan,
      f.weight_fact, f.price, f.dry_matter, item_tolerance(i.tolerance_percent, i.tolerance, f.weight_plan), f.started_at, f.counted, f.implausible
    from jsonb_populate_recordset(null::schedule_ingredient, ${JSON.stringify(facts)}::jsonb) f
    join ingredient i on i.client_id = ${client} and i.id = f.ingredient_id`.execute(tx);
}

/** Groups without heads have the heads of their day. */
async function insertGroups(tx: Tx, client: number, piece: readonly Written[], implausible: ReadonlySet<string>): Promise<void> {
  const facts = piece.flatMap((one) =>
    one.load.groups.map((group, position) => ({
      ...toFact(group, position, implausible, one),
      group_id: group.id,
      heads: group.heads,
      // A group counts once all of the feeding is plausible.
      counted: !one.implausible,
    })),
  );
  if (facts.length === 0) return;
  await sql`
    insert into schedule_group (client_id, schedule_id, group_id, planned_on, farm_id, ration_id, mixer_id, position, heads, weight_per_head, weight_plan,
      weight_fact, started_at, counted, implausible, ration_size)
    select ${client}::bigint, g.schedule_id, g.group_id, g.planned_on, g.farm_id, g.ration_id, g.mixer_id, g.position, n.heads,
      case when n.heads > 0 then round(g.weight_plan / n.heads, 3) else 0 end, g.weight_plan, g.weight_fact, g.started_at, g.counted, g.implausible, r.size
    from jsonb_populate_recordset(null::schedule_group, ${JSON.stringify(facts)}::jsonb) g
    join animal_group a on a.client_id = ${client} and a.id = g.group_id
    join ration r on r.client_id = ${client} and r.id = g.ration_id
    cross join lateral (select coalesce(g.heads, (
      select h.heads from head_count h where h.client_id = ${client} and h.group_id = g.group_id and h.day <= g.planned_on order by h.day desc limit 1),
      a.animal_count) as heads) n`.execute(tx);
}

/** The number of a load whose feeding was deleted may come again. */
async function rememberLoads(tx: Tx, client: number, source: string, piece: readonly Written[]): Promise<void> {
  const rows = piece.map(({ id, load }) => ({
    farm_id: load.place.id,
    source,
    day: load.day,
    number: load.number,
    schedule_id: id,
    digest: load.digest,
  }));
  await sql`
    insert into imported_load (client_id, farm_id, source, day, number, schedule_id, digest)
    select ${client}::bigint, farm_id, source, day, number, schedule_id, digest
    from jsonb_populate_recordset(null::imported_load, ${JSON.stringify(rows)}::jsonb)
    on conflict (client_id, farm_id, source, day, number) do update set schedule_id = excluded.schedule_id, digest = excluded.digest`.execute(
    tx,
  );
}

interface Names {
  ration: ReadonlyMap<number, string>;
  mixer: ReadonlyMap<number, string>;
  group: ReadonlyMap<number, string>;
}

async function readNames(tx: Tx, client: number, loads: readonly Load[]): Promise<Names> {
  const ids = {
    ration: loads.map(({ ration }) => ration),
    mixer: loads.map(({ mixer }) => mixer),
    animal_group: loads.flatMap(({ groups }) => groups.map(({ id }) => id)),
  };
  const found: Record<string, Map<number, string>> = {};
  for (const [table, wanted] of Object.entries(ids)) {
    const { rows } = await sql<{ id: number; name: string }>`
      select id, name from ${sql.table(table)} where client_id = ${client} and id = any(${[...new Set(wanted)]})`.execute(tx);
    found[table] = new Map(rows.map(({ id, name }) => [id, name]));
  }
  return { ration: found.ration, mixer: found.mixer, group: found.animal_group } as unknown as Names;
}

/** The feeding as history keeps it. */
function snapshot(
  id: number,
  load: Load,
  { farm_id, ration_id, mixer_id, ...row }: Written['row'],
  names: Names,
  prices: ReadonlyMap<Weighing, { name: string } | undefined>,
) {
  const part = ({ target, actual }: Weighing) => ({ weight_plan: target, weight_fact: actual });
  return {
    id,
    farm: farm_id,
    farm_name: load.place.name,
    ration: ration_id,
    ration_name: names.ration.get(ration_id) ?? '',
    mixer: mixer_id,
    mixer_name: names.mixer.get(mixer_id) ?? '',
    ...row,
    items: load.items.map((item) => ({ ingredient: item.id, ingredient_name: prices.get(item)?.name ?? '', ...part(item) })),
    groups: load.groups.map((group) => ({
      group: group.id,
      group_name: names.group.get(group.id) ?? '',
      heads: group.heads,
      ...part(group),
    })),
  };
}
