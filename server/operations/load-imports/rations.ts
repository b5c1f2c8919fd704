import { sql } from 'kysely';
import { toNameKey } from '#common/files/incoming/keys.ts';
import { LEAST_SHARE } from '#contract/operations/ration-items.ts';
import { rations } from '#contract/operations/rations.ts';
import type { Tx } from '#server/db/database.ts';
import { rationTable } from '#server/operations/rations/table.ts';
import { type ClientContext, demand } from '#server/platform/context.ts';
import { create } from '#server/platform/resource/crud.ts';
import { anyTable } from '#server/platform/resource/table.ts';
import { textsOf } from '#server/platform/runtime/texts.ts';
import type { Load } from './read.ts';

const HUNDRED = 10_000;

/** Returns shares in percent with two decimals that sum to 100; the largest remainders are rounded up. Weights are in kg. */
function divideShares(weights: readonly { id: number; kg: number }[]): { ingredient: number; percent: number }[] {
  const total = weights.reduce((sum, { kg }) => sum + kg, 0);
  const parts = weights
    .map(({ id, kg }) => ({ ingredient: id, exact: (kg * HUNDRED) / total }))
    .filter(({ exact }) => exact >= LEAST_SHARE * 100)
    .map((part) => ({ ...part, share: Math.floor(part.exact) }));
  let missing = HUNDRED - parts.reduce((sum, { share }) => sum + share, 0);
  const byRemainder = parts.toSorted((a, b) => b.exact - b.share - (a.exact - a.share));
  for (let n = 0; missing > 0; n = (n + 1) % byRemainder.length, missing -= 1) (byRemainder[n] as (typeof parts)[number]).share += 1;
  return parts.map(({ ingredient, share }) => ({ ingredient, percent: share / 100 }));
}

/** Loads of one farm that share a ration which doesn't exist yet. */
type NewRation = readonly Load[];

/** Gives loads that name no ration the farm's ration "As loaded", and finds the rations that have to be added. */
export async function findNewRations(tx: Tx, context: ClientContext, loads: readonly Load[]): Promise<NewRation[]> {
  const asLoaded = (await textsOf(context.language))('pages:load_import.as_loaded');
  const named = new Map<string, Load[]>();
  for (const load of loads) {
    if (load.ration !== 0) continue;
    load.rationName ||= asLoaded;
    const key = `${load.place.id} ${toNameKey(load.rationName)}`;
    const same = named.get(key);
    if (same) same.push(load);
    else named.set(key, [load]);
  }
  const missing: NewRation[] = [];
  for (const same of named.values()) {
    const [{ place, rationName }] = same as [Load];
    const { rows } = await sql<{ id: number }>`
      select id from ration where client_id = ${context.client} and farm_id = ${place.id} and not deleted and name_key(name) = name_key(${rationName})`.execute(
      tx,
    );
    if (rows[0]) for (const load of same) load.ration = rows[0].id;
    else missing.push(same);
  }
  return missing;
}

/** Adds rations, each made of what its last load was to take, and sets them in their loads. 403 without the right to add rations. */
export async function addRations(tx: Tx, context: ClientContext, missing: readonly NewRation[]): Promise<void> {
  const within: ClientContext = { ...context, write: (work) => work(tx) };
  for (const same of missing) {
    const id = await addRation(within, same.at(-1) as Load);
    for (const load of same) load.ration = id;
  }
}

async function addRation(context: ClientContext, { place, rationName, items }: Load): Promise<number> {
  // A device sends the loads of rations that nobody can add for it at that moment.
  if (context.principal.id !== null) demand(context, 'ration', 'add');
  const of = items.some(({ target }) => target > 0) ? 'target' : 'actual';
  const parts = divideShares(items.map((item) => ({ id: item.id, kg: item[of] })));
  const input = rations.create.parse({ farm: place.id, name: rationName, items: parts });
  return (await create(context, anyTable(rationTable), input)).id;
}
