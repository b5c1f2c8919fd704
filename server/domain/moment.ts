import { sql } from 'kysely';
import type { Tx } from '#server/db/database.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { conflict, invalid, notFound } from '#server/platform/errors.ts';
import { throwRefusal } from '#server/platform/resource/change.ts';
import { ask, type Check } from '#server/platform/resource/check.ts';
import { type Change, givenRows } from '#server/platform/resource/table.ts';

const DAY_MS = 86_400_000;

/** The time of a move at a farm: the instant, and its day there. */
export interface Moment {
  at: string;
  day: string;
}

/** A given moment; without `at` it is now. */
interface Given {
  farm: number;
  at: string | undefined;
  /** Field of the error. */
  field: string;
  refuse: Change['refuse'];
  /** A row whose ledger move keeps its day, also if the farm's clock changes. */
  posted?: PostedRow | undefined;
}

/** A row that moved feed, by the ledger's column that references it. */
export interface PostedRow {
  column: 'delivery_id' | 'harvest_id' | 'transfer_id';
  id: number;
}

/**
 * The moment of a move: `given`, or now. 400 at `field` if it is more than a day ahead (a clock may be wrong by hours), 409 if the farm's
 * month is closed. A posted row keeps the day of its move.
 */
export async function momentOf(
  tx: Tx,
  context: ClientContext,
  farm: number,
  given: string | undefined,
  field: string,
  posted?: PostedRow,
): Promise<Moment> {
  const [moment] = await ask(tx, momentsCheck(context, [{ farm, at: given, field, refuse: throwRefusal, posted }]));
  return moment as Moment;
}

/** The same for many, combined with other checks, in the given order; months are looked up once. `at` is known before the answer. */
export function momentsCheck(context: ClientContext, requested: readonly Given[]): Check<Moment[]> & { readonly at: readonly string[] } {
  const now = context.services.now();
  const latest = new Date(now.getTime() + DAY_MS);
  const moments = requested.map((one) => ({ ...one, at: one.at ?? now.toISOString() }));
  const column = moments.find(({ posted }) => posted)?.posted?.column;
  const day = sql`(wanted.at at time zone f.timezone)::date`;
  const kept = (name: PostedRow['column']) => sql`coalesce((
    select l.day from ledger l
    where l.client_id = ${context.client} and l.${sql.ref(name)} = wanted.posted and l.farm_id = wanted.farm and l.kind <> 'reversal'
    order by l.id desc limit 1), ${day})`;
  return {
    at: moments.map(({ at }) => at),
    ask: sql`(
      with d as materialized (
        select wanted.n, f.id as farm, ${column ? kept(column) : day} as day
        from ${givenRows('wanted', {
          farm: ['bigint', moments.map(({ farm }) => farm)],
          at: ['timestamptz', moments.map(({ at }) => at)],
          posted: ['bigint', moments.map(({ posted }) => posted?.id ?? null)],
        })}
        left join farm f on f.client_id = ${context.client} and f.id = wanted.farm
      ), m as materialized (
        select farm, month, month_is_open(${context.client}, farm, month) as open
        from (select distinct farm, date_trunc('month', day)::date as month from d) months
      )
      select json_agg(json_build_object('day', d.day, 'open', m.open) order by d.n)
      from d left join m on m.farm = d.farm and m.month = date_trunc('month', d.day)::date)`,
    judge: (found: { day: string | null; open: boolean }[]) =>
      moments.map(({ at, field, refuse }, index) => {
        const { day, open } = found[index] ?? { day: null, open: false };
        if (new Date(at) > latest) refuse(invalid(field, 'too_large', { limit: latest.toISOString() }));
        else if (day === null) refuse(notFound());
        else if (!open)
          refuse(conflict('month_closed', { values: [day.slice(0, 7)] }, requested[index]?.at === undefined ? 'detail' : field));
        return { at, day: day ?? '' };
      }),
  };
}
