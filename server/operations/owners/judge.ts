import { sql } from 'kysely';
import type { Tx } from '#server/db/database.ts';
import { findClosedMonths, monthClosed } from '#server/domain/closed-months.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { invalid } from '#server/platform/errors.ts';
import type { Change } from '#server/platform/resource/table.ts';

const TERMS = ['markup', 'yardage'] as const;

/**
 * The rules of a group's owners: 409 at `from` if the old or the new day is of a closed month, 400 at `markup` or `yardage` if the
 * animals are the farm's own. Fills in the group's farm.
 */
export async function judgeGroupOwners(tx: Tx, context: ClientContext, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  const { rows } = await sql<{ id: number; farm: number }>`
    select id, farm_id as farm from animal_group
    where client_id = ${context.client} and id = any(${changes.map(({ after }) => after.group)}::bigint[])`.execute(tx);
  const farms = new Map(rows.map(({ id, farm }) => [id, farm]));
  const toDays = ({ before, after }: Change) => [
    ...(before ? [{ farm: before.farm as number, day: before.from as string }] : []),
    { farm: farms.get(after.group) ?? 0, day: after.from as string },
  ];
  await refuseClosed(tx, context, changes, toDays, 'from');
  for (const { after, input, columns, refuse } of changes) {
    columns.farm_id = farms.get(after.group) ?? 0;
    if (after.owner != null) continue;
    const given = TERMS.find((term) => input[term]);
    if (given) refuse(invalid(given, 'invalid_value'));
    for (const term of TERMS) {
      after[term] = 0;
      columns[term] = 0;
    }
  }
}

/** The rules of other lines: 409 at `day` in a closed month, 400 at `owner` if no group of the farm belonged to the owner up to that day. */
export async function judgeOwnerLines(tx: Tx, context: ClientContext, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  const toDays = ({ before, after }: Change) =>
    [before ?? after, after].map(({ farm, day }) => ({ farm: farm as number, day: day as string }));
  await refuseClosed(tx, context, changes, toDays, 'day');
  const rows = changes.map(({ after }) => after);
  const { rows: found } = await sql<{ owns: boolean }>`
    select exists (
      select from group_owner o where o.client_id = ${context.client} and o.farm_id = m.farm and o.owner_id = m.owner and o.since <= m.day
    ) as owns
    from unnest(${rows.map(({ farm }) => farm)}::bigint[], ${rows.map(({ owner }) => owner)}::bigint[], ${rows.map(({ day }) => day)}::date[])
      with ordinality as m (farm, owner, day, place) order by m.place`.execute(tx);
  for (const [at, { refused, refuse }] of changes.entries()) {
    if (!refused && !found[at]?.owns) refuse(invalid('owner', 'owner_without_groups'));
  }
}

/** Refuses changes with a day in a closed month, at the field of that day. */
async function refuseClosed(
  tx: Tx,
  { client }: ClientContext,
  changes: readonly Change[],
  toDays: (change: Change) => { farm: number; day: string }[],
  field: string,
): Promise<void> {
  const isClosed = await findClosedMonths(tx, client, changes.flatMap(toDays));
  for (const change of changes) {
    const closed = toDays(change).find(({ farm, day }) => isClosed(farm, day));
    if (closed) change.refuse(monthClosed(closed.day, field));
  }
}
