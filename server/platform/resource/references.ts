import { type RawBuilder, sql } from 'kysely';
import type { Failure } from '#contract/errors.ts';
import type { Tx } from '#server/db/database.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { ApiError, fieldError, invalid } from '#server/platform/errors.ts';
import { throwRefusal } from './change.ts';
import type { Checks } from './check.ts';
import { bounds } from './conditions.ts';
import { type Bounded, type Change, isOneOf, LOCKED_TO_REFER, type Table } from './table.ts';

/**
 * Checks that each row that a change refers to belongs to the client, isn't deleted and is on a farm of the caller; 400 at the field
 * otherwise. Locks these rows.
 */
export function checkReferences(table: Table, context: ClientContext, changes: readonly Change[]): Checks {
  const named = listReferences(table).flatMap(([field, target]) => {
    const naming = changes.filter(({ input }) => input[field] !== undefined && input[field] !== null);
    const ids = naming.map(({ input }) => input[field] as number);
    return ids.length > 0 ? [{ field, naming, ask: selectLiving(context, target, ids) }] : [];
  });
  if (named.length === 0) return {};
  return {
    references: {
      ask: sql`json_build_object(${sql.join(named.map(({ field, ask }) => sql`${sql.lit(field)}, ${ask}`))})`,
      judge(living: Record<string, number[]>) {
        const gone = new Map<Change, Failure['errors']>();
        for (const { field, naming } of named) {
          const alive = new Set(living[field]);
          for (const change of naming.filter(({ input }) => !alive.has(input[field] as number))) {
            gone.set(change, { ...gone.get(change), [field]: [fieldError('invalid_value')] });
          }
        }
        for (const [{ refuse }, errors] of gone) refuse(new ApiError(400, errors));
      },
    },
  };
}

/** A table's references by field, sorted by the name of the referenced table: rows are always locked in this order. */
export const listReferences = (table: Table): [field: string, target: Bounded][] =>
  (Object.entries(table.references ?? {}) as [string, Bounded][]).toSorted(([, a], [, b]) =>
    a.table < b.table ? -1 : Number(a.table > b.table),
  );

/** SQL for the ids of `target` that the caller may see. Rows that can be deleted softly are locked. */
const selectLiving = (context: ClientContext, target: Bounded, ids: readonly number[]): RawBuilder<number[]> => sql`
  array(select t.id from ${sql.table(target.table)} t where ${isOneOf('t.id', [...new Set(ids)])} and ${bounds(target, context)}
    ${target.remove === 'soft' ? LOCKED_TO_REFER : sql``})`;

type OnFarm = 'animal_group' | 'mixer' | 'programme' | 'ration';

/** 400 at `field` unless every id is a row of `target` on `farm` that isn't deleted. Locks these rows. */
export async function demandOnFarm(
  tx: Tx,
  context: ClientContext,
  target: OnFarm,
  farm: number,
  ids: readonly number[],
  field: string,
): Promise<void> {
  const uses = ids.map((id, at) => ({ farm, id, field: field.replace('*', String(at)), refuse: throwRefusal }));
  await refuseElsewhere(tx, context, target, uses);
}

/** A row of a farm that a field names. */
export interface UseOnFarm {
  farm: number;
  id: number;
  field: string;
  refuse: Change['refuse'];
}

/** Locks the named rows of `target`. 400 at the field if the farm has no living row of that id. */
export async function refuseElsewhere(tx: Tx, context: ClientContext, target: OnFarm, uses: readonly UseOnFarm[]): Promise<void> {
  if (uses.length === 0) return;
  const { rows } = await sql<{ id: number; farm: number }>`
    select t.id, t.farm_id as farm from ${sql.table(target)} t
    where t.client_id = ${context.client} and t.id = any(${[...new Set(uses.map(({ id }) => id))]}) and not t.deleted ${LOCKED_TO_REFER}`.execute(
    tx,
  );
  const farms = new Map(rows.map(({ id, farm }) => [id, farm]));
  for (const { farm, id, field, refuse } of uses) if (farms.get(id) !== farm) refuse(invalid(field, 'invalid_value'));
}
