import { sql } from 'kysely';
import {
  amountSum,
  type Hold,
  isByHead,
  isDry,
  type RationBasis,
  type RationItem,
  type RationItemRow,
} from '#contract/operations/ration-items.ts';
import { UNREAD } from '#server/db/connection.ts';
import type { Db, Tx } from '#server/db/database.ts';
import { demandUsable, twiceIn } from '#server/domain/mix.ts';
import { deriveShares } from '#server/domain/ration-shares.ts';
import { invalid } from '#server/platform/errors.ts';
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
    select p.ration_id as ration, p.ingredient_id as ingredient, i.name as ingredient_name, p.percent, coalesce(p.amount, p.percent) as amount,
           p.hold, coalesce(p.at_dry_matter, i.dry_matter) as dry_matter
    from ration_item p join ingredient i on i.client_id = p.client_id and i.id = p.ingredient_id
    where p.client_id = ${client} and p.ration_id = any(${rows.map((row) => row.id)}) order by p.position`.execute(db);
  const items = groupBy(found, ({ ration }) => ration);
  return rows.map((row) => ({ ...row, items: (items.get(row.id) ?? []).map(({ ration: _, ...item }) => item) }));
}

/** Farther from what was read, a share is another; files cut it after two decimals. */
const SAME_SHARE = 0.0051;
const isSameShare = (share: number | null | undefined, old: RationItemRow | undefined) =>
  old !== undefined && Math.abs((share ?? 0) - old.percent) <= SAME_SHARE;

/** The basis and the parts that a save means, and what by themselves is wrong with them. */
export function readItems({ input, before, columns, after, refuse }: Change): void {
  const known = (before?.basis ?? 'load_fresh') as RationBasis;
  const given = input.items as RationItem[] | undefined;
  if (!given) {
    if ((input.basis ?? known) !== known) refuse(invalid('items', 'required'));
    return;
  }
  const old = (before?.items ?? []) as RationItemRow[];
  const byShare = given.every(({ amount }) => (amount ?? null) === null);
  // Shares as they are read of what was written otherwise say nothing new.
  const isRead = known !== 'load_fresh' && given.length === old.length && given.every((item, index) => isReadOf(item, old[index]));
  if (byShare && isRead && input.basis === undefined) {
    after.items = old;
    delete input.items;
    return;
  }
  const basis = (input.basis ?? (byShare ? 'load_fresh' : known)) as RationBasis;
  const missing = basis === 'load_fresh' && byShare ? -1 : given.findIndex(({ amount }) => (amount ?? null) === null);
  if (missing !== -1) refuse(invalid(`items.${missing}.amount`, 'required'));
  const items = writtenItems(given, old, { basis, known, byShare });
  const twice = twiceIn(items);
  if (twice !== -1) refuse(invalid(`items.${twice}.ingredient`, 'invalid_value'));
  if (!isByHead(basis) && amountSum(items) !== 100) refuse(invalid('items', 'percent_sum'));
  columns.basis = basis;
  after.basis = basis;
  after.items = items;
  input.items = items;
}

const isReadOf = (item: RationItem, old: RationItemRow | undefined) =>
  old?.ingredient === item.ingredient && isSameShare(item.percent, old);

function writtenItems(
  given: readonly RationItem[],
  old: readonly RationItemRow[],
  { basis, known, byShare }: { basis: RationBasis; known: RationBasis; byShare: boolean },
): Written[] {
  const was = new Map(old.map((item) => [item.ingredient, item]));
  return given.map(({ ingredient, ...item }) => {
    const one = was.get(ingredient);
    // Who knows of shares alone sends the amount as it was read beside the share that was changed.
    const isChangedShare = basis === 'load_fresh' && known === basis && one?.amount === item.amount && !isSameShare(item.percent, one);
    const amount = (isChangedShare ? (item.percent ?? item.amount) : (item.amount ?? item.percent)) ?? 0;
    const hold = item.hold ?? (byShare ? 'fresh' : (one?.hold ?? 'fresh'));
    const isAsRead = basis === known && one?.amount === amount && one.hold === hold;
    return { ingredient, amount, hold, dry_matter: item.dry_matter ?? (isAsRead ? one.dry_matter : undefined) };
  });
}

/** What the farm's feeds and mixers say to the parts: it may use each, what is written dry has dry matter, and a head's share fits into a mixer. */
export async function demandItems(tx: Tx, client: number, changes: readonly Change[]): Promise<void> {
  await demandUsable(
    tx,
    client,
    changes.map(({ after, refuse }) => ({ farm: after.farm as number, items: after.items as Written[], refuse })),
  );
  for (const { after, refuse } of changes.filter(({ refused }) => !refused)) {
    const items = after.items as Written[];
    const { rows } = await sql<{ ingredient: number; dry_matter: number }>`
      select id as ingredient, dry_matter from ingredient where client_id = ${client} and id = any(${items.map((item) => item.ingredient)})`.execute(
      tx,
    );
    const now = new Map(rows.map((row) => [row.ingredient, row.dry_matter]));
    const basis = after.basis as RationBasis;
    const none = items.findIndex(
      (item) => (isDry(basis) || item.hold === 'dry') && (item.dry_matter ?? now.get(item.ingredient) ?? 0) === 0,
    );
    if (none !== -1) refuse(invalid(`items.${none}.${isDry(basis) ? 'amount' : 'hold'}`, 'invalid_value'));
    if (!isByHead(basis)) continue;
    const { rows: mixers } = await sql<{ limit: number | null }>`
      select max(max_weight) as limit from mixer where client_id = ${client} and farm_id = ${after.farm} and not deleted`.execute(tx);
    const limit = mixers[0]?.limit ?? null;
    const heavy = items.findIndex((item) => limit !== null && item.amount > limit);
    if (heavy !== -1) refuse(invalid(`items.${heavy}.amount`, 'mixer_weight', { limit: limit ?? 0 }));
  }
}

/** Puts the parts of rations in place of those that they had. What a head got as fed stays, unless amounts by head are changed into others. */
export async function writeRationItems(tx: Tx, client: number, changes: readonly Change[]): Promise<void> {
  const parts = changes.flatMap(({ id, after }) =>
    (after.items as Written[]).map((item, index) => ({ ...item, ration: id, position: index + 1 })),
  );
  await sql`delete ${UNREAD} from ration_item where client_id = ${client} and ration_id = any(${changes.map(({ id }) => id)})`.execute(tx);
  await sql`
    insert ${UNREAD} into ration_item (client_id, ration_id, ingredient_id, percent, amount, hold, at_dry_matter, position)
    select ${client}, x.ration, x.ingredient, 1, x.amount, x.hold, coalesce(x.dry_matter, i.dry_matter), x.position
    from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb)
      as x (ration bigint, ingredient bigint, amount numeric, hold text, dry_matter numeric, position integer)
    join ingredient i on i.client_id = ${client} and i.id = x.ingredient`.execute(tx);
  const stays = ({ before, after }: Change) => before !== null && !(isByHead(before.basis) && isByHead(after.basis));
  await deriveShares(
    tx,
    client,
    changes.map(({ id }) => id),
    changes.filter(stays).map(({ id }) => id),
  );
}

/** The rations that an ingredient goes into; where the other stands in one already, it takes both parts. */
export const namingInRations: Naming = {
  of: 'ingredient',
  where: (_context, id) => sql`exists (select from ration_item p
    where p.client_id = t.client_id and p.ration_id = t.id and p.ingredient_id = ${id})`,
  input(row, from, to) {
    const items = new Map<number, RationItem>();
    const own = (row.items as RationItemRow[]).find(({ ingredient }) => ingredient === to);
    for (const { ingredient, amount, hold, dry_matter } of row.items as RationItemRow[]) {
      const one = ingredient === from ? to : ingredient;
      const sum = Math.round(((items.get(one)?.amount ?? 0) + amount) * 1_000_000) / 1_000_000;
      items.set(one, {
        ingredient: one,
        amount: sum,
        hold: one === to ? (own?.hold ?? hold) : hold,
        ...(one === to ? {} : { dry_matter }),
      });
    }
    return { items: [...items.values()] };
  },
};
