import { sql } from 'kysely';
import {
  amountSum,
  type Hold,
  hundredOf,
  isByHead,
  isDry,
  LEAST_SHARE,
  type RationBasis,
  type RationItem,
  type RationItemRow,
} from '#contract/operations/ration-items.ts';
import { UNREAD } from '#server/db/connection.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { refreshStatistics } from '#server/db/statistics.ts';
import { demandUsable, twiceIn } from '#server/domain/mix.ts';
import { deriveShares } from '#server/domain/ration-shares.ts';
import { usableCheck } from '#server/domain/usable-ingredients.ts';
import { invalid } from '#server/platform/errors.ts';
import { ask } from '#server/platform/resource/check.ts';
import { groupBy } from '#server/platform/resource/group-by.ts';
import type { AnyRow, Change, Naming } from '#server/platform/resource/table.ts';

/** A part as it is written; without `dry_matter` at what its feed has now. */
interface Written {
  ingredient: number;
  amount: number;
  hold: Hold;
  dry_matter?: number | undefined;
}

/** Adds their parts to rations. */
export async function withRationItems(db: Db, rows: readonly AnyRow[], client: number): Promise<AnyRow[]> {
  if (rows.length === 0) return [];
  const { rows: found } = await sql<RationItemRow & { ration: number }>`
    select p.ration_id as ration, p.ingredient_id as ingredient, i.name as ingredient_name, p.percent, p.hold,
           case when p.ingredient_id = r.water_id and r.basis in ('head_fresh', 'head_dry') then round(p.percent * r.size / r.scale / 100, 6)
                else coalesce(p.amount, p.percent) end as amount,
           coalesce(p.at_dry_matter, i.dry_matter) as dry_matter
    from ration_item p
    join ration r on r.client_id = p.client_id and r.id = p.ration_id
    join ingredient i on i.client_id = p.client_id and i.id = p.ingredient_id
    where p.client_id = ${client} and p.ration_id = any(${rows.map((row) => row.id)}) order by p.position`.execute(db);
  const items = groupBy(found, ({ ration }) => ration);
  return rows.map((row) => ({ ...row, items: (items.get(row.id) ?? []).map(({ ration: _, ...item }) => item) }));
}

/** A share that differs more from the one read counts as changed; files cut shares after two decimals. */
const SAME_SHARE = 0.0051;
const isSameShare = (share: number | null | undefined, old: RationItemRow | undefined) =>
  old !== undefined && Math.abs((share ?? 0) - old.percent) <= SAME_SHARE;

/**
 * Reads the basis and the parts of a save, and refuses errors that need no other rows. Parts are rewritten as read if water make-up is
 * switched on or off.
 */
export function readItems(change: Change): void {
  const { input, before, columns, after, refuse } = change;
  const known = (before?.basis ?? 'load_fresh') as RationBasis;
  const old = (before?.items ?? []) as RationItemRow[];
  const isWetted = readWater(change);
  const sent = input.items as RationItem[] | undefined;
  if (!sent && (input.basis ?? known) !== known) refuse(invalid('items', 'required'));
  const isUnsaid = !sent || (input.basis === undefined && isReadInShares(sent, old, before));
  if (isUnsaid && !isWetted) {
    after.items = old;
    delete input.items;
    return;
  }
  const given = isUnsaid ? old.filter(({ ingredient }) => ingredient !== before?.water) : (sent ?? []);
  const byShare = !isUnsaid && hasOnlyShares(given);
  const basis = (input.basis ?? (byShare ? 'load_fresh' : known)) as RationBasis;
  const parts = withoutWater(given, after.water as number | null, byShare);
  refuseMissingAmounts(change, parts, basis === 'load_fresh' && byShare);
  const items = writtenItems(parts, old, { basis, known, byShare });
  refuseWrongMix(change, items, basis);
  columns.basis = basis;
  after.basis = basis;
  after.items = items;
  input.items = items;
}

/** Reads the water and the target dry matter, which need each other. True if the save changes one of them. */
function readWater({ before, after, refuse }: Change): boolean {
  after.water ??= null;
  after.target_dry_matter ??= null;
  if ((after.water === null) !== (after.target_dry_matter === null)) {
    refuse(invalid(after.water === null ? 'water' : 'target_dry_matter', 'required'));
  }
  return before !== null && (after.water !== before.water || after.target_dry_matter !== before.target_dry_matter);
}

const hasOnlyShares = (items: readonly RationItem[]) => items.every(({ amount }) => (amount ?? null) === null);

/** Whether parts are the shares that were read of a ration on another basis: they change nothing. */
const isReadInShares = (sent: readonly RationItem[], old: readonly RationItemRow[], before: AnyRow | null) =>
  hasOnlyShares(sent) &&
  before !== null &&
  (before.basis !== 'load_fresh' || before.water !== null) &&
  sent.length === old.length &&
  sent.every((item, index) => isUnchangedShare(item, old[index]));

/** Refuses a feed that is named twice, and shares that aren't 100 % together. */
function refuseWrongMix({ refuse }: Change, items: readonly Written[], basis: RationBasis): void {
  const twice = twiceIn(items);
  if (twice !== -1) refuse(invalid(`items.${twice}.ingredient`, 'invalid_value'));
  if (!isByHead(basis) && amountSum(items) !== 100) refuse(invalid('items', 'percent_sum'));
}

/** Refuses parts without an amount; `byShare` if a share is enough. */
function refuseMissingAmounts({ input, after, refuse }: Change, parts: readonly RationItem[], byShare: boolean): void {
  const sent = (input.items ?? []) as RationItem[];
  const nothing = sent.findIndex(({ ingredient, amount, percent }) => ingredient !== after.water && (amount ?? percent) === 0);
  if (nothing !== -1) refuse(toMissingAmount(nothing, sent[nothing]));
  const missing = byShare ? -1 : parts.findIndex(({ amount }) => (amount ?? null) === null);
  if (missing !== -1) refuse(invalid(`items.${missing}.amount`, 'required'));
  if (parts.length === 0) refuse(invalid('items', 'required'));
}

/** Whether a file's parts are those of a ration as it was read; its water, which follows from them, may be among them or not. */
export function saysSameParts(given: readonly AnyRow[], before: AnyRow): boolean {
  const knownItems = (before.items as RationItemRow[]).filter(({ ingredient }) => ingredient !== before.water);
  const parts = given.filter(({ ingredient }) => ingredient !== before.water);
  const isSaid = (value: unknown, stored: unknown) => (value ?? null) === null || value === stored;
  return (
    parts.length === knownItems.length &&
    parts.every(({ ingredient, percent, amount, hold, dry_matter }, index) => {
      const old = knownItems[index];
      const isOfAmount = (amount ?? null) !== null;
      return (
        old?.ingredient === ingredient &&
        isSaid(amount, old?.amount) &&
        isSaid(hold, old?.hold) &&
        isSaid(dry_matter, old?.dry_matter) &&
        ((isOfAmount && (percent ?? null) === null) || isSameShare(percent as number | null, old))
      );
    })
  );
}

const toMissingAmount = (index: number, item?: RationItem) =>
  (item?.amount ?? null) === null
    ? invalid(`items.${index}.percent`, 'min_val', { limit: LEAST_SHARE })
    : invalid(`items.${index}.amount`, 'min_val', { limit: 0 });

/**
 * The parts without water, which is computed. A client that sends only shares includes the water's share: the other shares then make 100 %.
 */
function withoutWater(given: readonly RationItem[], water: number | null, byShare: boolean): RationItem[] {
  const parts = given.filter(({ ingredient }) => ingredient !== water);
  if (!byShare || parts.length === given.length) return parts;
  const shares = hundredOf(parts.map(({ percent }) => percent ?? 0));
  return parts.map((part, index) => ({ ...part, percent: shares[index] ?? 0 }));
}

const isUnchangedShare = (item: RationItem, old: RationItemRow | undefined) =>
  old?.ingredient === item.ingredient && isSameShare(item.percent, old);

function writtenItems(
  given: readonly RationItem[],
  old: readonly RationItemRow[],
  { basis, known, byShare }: { basis: RationBasis; known: RationBasis; byShare: boolean },
): Written[] {
  const was = new Map(old.map((item) => [item.ingredient, item]));
  return given.map(({ ingredient, ...item }) => {
    const one = was.get(ingredient);
    // A client that sends only shares returns the amount as read with the changed share.
    const isChangedShare = basis === 'load_fresh' && known === basis && one?.amount === item.amount && !isSameShare(item.percent, one);
    const amount = (isChangedShare ? (item.percent ?? item.amount) : (item.amount ?? item.percent)) ?? 0;
    const hold = item.hold ?? (byShare ? 'fresh' : (one?.hold ?? 'fresh'));
    const isAsRead = basis === known && one?.amount === amount && one.hold === hold;
    return { ingredient, amount, hold, dry_matter: item.dry_matter ?? (isAsRead ? one.dry_matter : undefined) };
  });
}

/**
 * Checks the parts and the water against the farm's feeds and mixers: the farm may use each, feeds written dry have dry matter, and a
 * head's share fits into a mixer.
 */
export async function demandItems(tx: Tx, client: number, changes: readonly Change[]): Promise<void> {
  const waters = changes.flatMap(({ after, refuse }) =>
    after.water === null ? [] : [{ farm: after.farm as number, ingredient: after.water as number, field: 'water', refuse }],
  );
  if (waters.length > 0) await ask(tx, usableCheck(client, waters));
  await demandUsable(
    tx,
    client,
    changes.map(({ after, refuse }) => ({ farm: after.farm as number, items: after.items as Written[], refuse })),
  );
  const usable = changes.filter(({ refused }) => !refused);
  if (usable.length === 0) return;
  const named = usable.flatMap(({ after }) => [...(after.items as Written[]).map((item) => item.ingredient), after.water as number | null]);
  const { rows } = await sql<{ ingredient: number; dry_matter: number }>`
    select id as ingredient, dry_matter from ingredient where client_id = ${client} and id = any(${[...new Set(named)]})`.execute(tx);
  const now = new Map(rows.map((row) => [row.ingredient, row.dry_matter]));
  const limits = await mixerLimits(
    tx,
    client,
    usable.filter(({ after }) => isByHead(after.basis)).map(({ after }) => after.farm as number),
  );
  for (const change of usable) {
    const limit = isByHead(change.after.basis) ? (limits.get(change.after.farm) ?? null) : null;
    refuseUnfitItems(change, (ingredient) => now.get(ingredient) ?? 0, limit);
  }
}

/** Refuses water that can't wet the mix, feeds without dry matter that are written dry, and amounts over the `limit` of the mixers. */
function refuseUnfitItems({ after, refuse }: Change, dryMatterNow: (ingredient: number) => number, limit: number | null): void {
  const items = after.items as Written[];
  const isAllDry = isDry(after.basis as RationBasis);
  // A feed as dry as the target can't make the mix wetter.
  if (after.water !== null && dryMatterNow(after.water as number) >= after.target_dry_matter) refuse(invalid('water', 'invalid_value'));
  const none = items.findIndex(
    ({ hold, dry_matter, ingredient }) => (isAllDry || hold === 'dry') && (dry_matter ?? dryMatterNow(ingredient)) === 0,
  );
  if (none !== -1) refuse(invalid(`items.${none}.${isAllDry ? 'amount' : 'hold'}`, 'invalid_value'));
  const heavy = items.findIndex(({ amount }) => limit !== null && amount > limit);
  if (heavy !== -1) refuse(invalid(`items.${heavy}.amount`, 'mixer_weight', { limit: limit ?? 0 }));
}

/** The most that any mixer of a farm holds, by farm. */
async function mixerLimits(tx: Tx, client: number, farms: readonly number[]): Promise<Map<number, number | null>> {
  if (farms.length === 0) return new Map();
  const { rows } = await sql<{ farm: number; limit: number | null }>`
    select farm_id as farm, max(max_weight) as limit from mixer
    where client_id = ${client} and farm_id = any(${[...new Set(farms)]}) and not deleted group by 1`.execute(tx);
  return new Map(rows.map(({ farm, limit }) => [farm, limit]));
}

/** Replaces the parts of rations. The amount per head as fed without water stays, unless amounts per head are changed. */
export async function writeRationItems(tx: Tx, client: number, changes: readonly Change[]): Promise<void> {
  const parts = changes.flatMap(({ id, after }) =>
    [...(after.items as Written[]), ...listWaterItem(after)].map((item, index) => ({ ...item, ration: id, position: index + 1 })),
  );
  await sql`delete ${UNREAD} from ration_item where client_id = ${client} and ration_id = any(${changes.map(({ id }) => id)})`.execute(tx);
  await sql`
    insert ${UNREAD} into ration_item (client_id, ration_id, ingredient_id, percent, amount, hold, at_dry_matter, position)
    select ${client}, x.ration, x.ingredient, 1, x.amount, x.hold, coalesce(x.dry_matter, i.dry_matter), x.position
    from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb)
      as x (ration bigint, ingredient bigint, amount numeric, hold text, dry_matter numeric, position integer)
    join ingredient i on i.client_id = ${client} and i.id = x.ingredient`.execute(tx);
  for (const table of ['ration', 'ration_item']) await refreshStatistics(tx, table, parts.length);
  const stays = ({ before, after }: Change) => before !== null && !(isByHead(before.basis) && isByHead(after.basis));
  await deriveShares(
    tx,
    client,
    changes.map(({ id }) => id),
    changes.filter(stays).map(({ id }) => id),
  );
}

/** The water as a part, whose amount is derived. */
const listWaterItem = ({ water }: AnyRow) => (water === null ? [] : [{ ingredient: water as number, amount: null, hold: 'fresh' }]);

/** The rations with an ingredient; if the replacement is in a ration already, its part is the sum of both. */
export const namingInRations: Naming = {
  of: 'ingredient',
  where: (_context, id) => sql`exists (select from ration_item p
    where p.client_id = t.client_id and p.ration_id = t.id and p.ingredient_id = ${id})`,
  input(row, from, to) {
    const items = new Map<number, RationItem>();
    const ownItems = (row.items as RationItemRow[]).find(({ ingredient }) => ingredient === to);
    for (const { ingredient, amount, hold, dry_matter } of row.items as RationItemRow[]) {
      if (ingredient === row.water) continue;
      const one = ingredient === from ? to : ingredient;
      const sum = Math.round(((items.get(one)?.amount ?? 0) + amount) * 1_000_000) / 1_000_000;
      items.set(one, {
        ingredient: one,
        amount: sum,
        hold: one === to ? (ownItems?.hold ?? hold) : hold,
        ...(one === to ? {} : { dry_matter }),
      });
    }
    return { items: [...items.values()], ...(row.water === from && { water: to }) };
  },
};
