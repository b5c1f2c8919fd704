import { sql } from 'kysely';
import { isFarOff, isOverFull } from '#contract/operations/weighing.ts';
import type { Tx } from '#server/db/database.ts';
import { MIXER_LIMIT } from '#server/domain/mixer-limit.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { givenRows } from '#server/platform/resource/table.ts';
import type { Load, Weighing } from './read.ts';
import type { Refusals } from './refusals.ts';

interface Mixer {
  id: number;
  limit: number;
  loading: number;
  unloading: number;
}

interface Judged {
  /** Loads that the farm doesn't have yet. */
  fresh: Load[];
  same: number;
  /** Weighings that wait for a confirmation, by their place in the request. */
  implausible: Set<string>;
  /** Weighings far from their target. */
  farOff: Weighing[];
}

/**
 * Compares loads with stored data. Refuses loads of closed months, loads before an opening balance, loads that were imported with other
 * figures, and loads over the mixer's limit. A device can't be asked: its implausible weighings are stored and need a confirmation.
 */
export async function judgeLoads(
  tx: Tx,
  context: ClientContext,
  source: string,
  loads: readonly Load[],
  refusals: Refusals,
): Promise<Judged> {
  const { client } = context;
  const known = await findImported(tx, client, source, loads);
  const fresh = loads.filter((_, n) => known[n] === undefined);
  const same = loads.filter(({ digest }, n) => known[n] === digest).length;
  for (const [n, { digest, row }] of loads.entries()) {
    if (known[n] !== undefined && known[n] !== digest) refusals.refuse(row, 'load', 'load_changed');
  }
  await demandOpenMonths(tx, client, fresh, refusals);
  await demandAfterOpenings(tx, client, fresh, refusals);
  const mixers = await readMixers(tx, client, fresh);
  const tolerances = await readTolerances(tx, client, fresh);
  const judged = fresh.flatMap((load) => {
    const mixer = mixers.get(load.mixer);
    if (!mixer) return [];
    return [
      judgeWeights(load.items, mixer.limit, (item) => findTolerance(tolerances.get(item.id), item.target) || mixer.loading),
      judgeWeights(load.groups, mixer.limit, () => mixer.unloading),
    ];
  });
  const farOff = judged.flatMap((one) => one.farOff);
  const overfull = judged.flatMap((one) => one.overfull ?? []);
  const isDevice = context.principal.id === null;
  if (!isDevice) for (const { row, limit } of overfull) refusals.refuse(row, 'actual', 'mixer_weight', { limit });
  return { fresh, same, farOff, implausible: new Set(isDevice ? [...farOff, ...overfull].map(({ row }) => row) : []) };
}

/** Weighings far from their target, and the heaviest one if all of them together exceed the mixer's limit. */
function judgeWeights(list: readonly Weighing[], limit: number, toleranceOf: (weighing: Weighing) => number) {
  const farOff = list.filter((one) => one.actual > 0 && isFarOff(one.target, one.actual, toleranceOf(one)));
  const isOver = isOverFull(
    limit,
    list.map(({ actual }) => actual),
  );
  const heaviest = list.toSorted((a, b) => b.actual - a.actual)[0];
  return { farOff, overfull: isOver && heaviest ? { row: heaviest.row, limit } : null };
}

/** The digest of each load that is stored, in their order; of a deleted feeding none. */
async function findImported(tx: Tx, client: number, source: string, loads: readonly Load[]): Promise<(string | undefined)[]> {
  if (loads.length === 0) return [];
  const { rows } = await sql<{ n: number; digest: string }>`
    select w.n, i.digest
    from ${givenRows('w', {
      farm: ['bigint', loads.map(({ place }) => place.id)],
      day: ['date', loads.map(({ day }) => day)],
      number: ['text', loads.map(({ number }) => number)],
    })}
    join imported_load i on i.client_id = ${client} and i.farm_id = w.farm and i.source = ${source} and i.day = w.day and i.number = w.number
    join schedule s on s.client_id = i.client_id and s.id = i.schedule_id and not s.deleted`.execute(tx);
  const found = new Map(rows.map(({ n, digest }) => [Number(n) - 1, digest]));
  return loads.map((_, n) => found.get(n));
}

/** Refuses loads of closed months, and feed from a store whose other farm has closed the month. Open months stay open until the transaction ends. */
async function demandOpenMonths(tx: Tx, client: number, loads: readonly Load[], refusals: Refusals) {
  const months = new Map(loads.map(({ place, day }) => [`${place.id} ${day.slice(0, 7)}`, { farm: place.id, day }]));
  if (months.size === 0) return;
  const wanted = [...months.values()];
  const { rows } = await sql<{ n: number }>`
    select n from ${givenRows('w', { farm: ['bigint', wanted.map(({ farm }) => farm)], day: ['date', wanted.map(({ day }) => day)] })}
    where not month_is_open(${client}, w.farm, w.day)`.execute(tx);
  const closed = new Set(rows.map(({ n }) => [...months.keys()][Number(n) - 1]));
  for (const { place, day, row } of loads) {
    if (closed.has(`${place.id} ${day.slice(0, 7)}`)) refusals.refuse(row, 'at', 'month_closed', { values: [day.slice(0, 7)] });
  }
  const feeds = new Map(
    loads.flatMap(({ place, day, items }) =>
      items.map(({ id, row }) => [`${place.id} ${id} ${day.slice(0, 7)}`, { farm: place.id, day, id, row }] as const),
    ),
  );
  const moved = [...feeds.values()];
  const { rows: shared } = await sql<{ n: number; farm: string }>`
    select distinct on (w.n) w.n, f.name as farm
    from ${givenRows('w', {
      farm: ['bigint', moved.map(({ farm }) => farm)],
      feed: ['bigint', moved.map(({ id }) => id)],
      day: ['date', moved.map(({ day }) => day)],
    })}
    join ingredient i on i.client_id = ${client} and i.id = w.feed
    join stock s on s.client_id = i.client_id and s.id = i.stock_id and s.farm_id is null
    join farm f on f.client_id = s.client_id and f.company_id = s.company_id and f.id <> w.farm
    where not month_is_open(${client}, f.id, w.day) order by w.n, f.id`.execute(tx);
  for (const { n, farm } of shared) {
    const { row, day } = moved[Number(n) - 1] as (typeof moved)[number];
    refusals.refuse(row, 'at', 'month_closed', { values: [day.slice(0, 7), farm] });
  }
}

/** Refuses weighings of a feed on a day before its opening balance. */
async function demandAfterOpenings(tx: Tx, client: number, loads: readonly Load[], refusals: Refusals) {
  const ids = [...new Set(loads.flatMap(({ items }) => items.map(({ id }) => id)))];
  const { rows } = await sql<{ id: number; name: string; day: string }>`
    select i.id, i.name, o.day from opening o join ingredient i on i.client_id = o.client_id and i.id = o.ingredient_id
    where o.client_id = ${client} and o.ingredient_id = any(${ids}) and not o.deleted`.execute(tx);
  const opened = new Map(rows.map((row) => [row.id, row]));
  for (const { day, items } of loads) {
    for (const { id, row } of items) {
      const found = opened.get(id);
      if (found && day < found.day) refusals.refuse(row, 'at', 'before_opening', { values: [found.name, found.day] });
    }
  }
}

async function readMixers(tx: Tx, client: number, loads: readonly Load[]): Promise<Map<number, Mixer>> {
  const ids = [...new Set(loads.map(({ mixer }) => mixer))];
  // The current density of a ration is unknown for the past: the usual density applies.
  const { rows } = await sql<Mixer>`
    select m.id, ${sql.raw(MIXER_LIMIT)} as limit, m.loading_admittance as loading, m.unloading_admittance as unloading
    from mixer m cross join (select null::numeric as density) r where m.client_id = ${client} and m.id = any(${ids})`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

interface Tolerance {
  id: number;
  percent: number;
  kg: number;
}

/** The tolerances of ingredients that have one. */
async function readTolerances(tx: Tx, client: number, loads: readonly Load[]): Promise<Map<number, Tolerance>> {
  const ids = [...new Set(loads.flatMap(({ items }) => items.map(({ id }) => id)))];
  const { rows } = await sql<Tolerance>`
    select id, tolerance_percent as percent, tolerance as kg from ingredient
    where client_id = ${client} and id = any(${ids}) and tolerance_percent + tolerance > 0`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Allowed deviation in kg; 0 if the mixer's applies. */
const findTolerance = (own: Tolerance | undefined, plan: number): number => (own ? Math.max(own.kg, (own.percent * plan) / 100) : 0);
