import { sql } from 'kysely';
import type { Tx } from '#server/db/database.ts';
import type { Services } from '#server/platform/context.ts';
import { ApiError, fieldError } from '#server/platform/errors.ts';
import { type Owner, TABLES } from './owner.ts';

/** The counted kinds of mail: reports, and requests to addresses. */
type Counted = keyof Services['mailBounds'];

const toDay = (now: Date) => now.toISOString().slice(0, 10);

/**
 * The number of `wanted` mails that the owner may still send today; they are counted immediately. The day's row is locked until the
 * transaction ends, across servers.
 */
export async function takeFromDay(
  tx: Tx,
  { now, mailBounds }: Pick<Services, 'now' | 'mailBounds'>,
  { kind, id }: Owner,
  counted: Counted,
  wanted: number,
): Promise<number> {
  if (wanted === 0) return 0;
  const day = toDay(now());
  const column = sql.ref(counted);
  const { days, key } = TABLES[kind];
  const { rows } = await sql<{ used: number }>`
    insert into ${days} (${key}, day) values (${id}, ${day}) on conflict (${key}, day) do update set day = excluded.day
    returning ${column} as used`.execute(tx);
  const granted = Math.max(0, Math.min(wanted, mailBounds[counted] - (rows[0]?.used ?? 0)));
  await sql`update ${days} set ${column} = ${column} + ${granted} where ${key} = ${id} and day = ${day}`.execute(tx);
  return granted;
}

/** As `takeFromDay`, all or none: 429 at the field, with the seconds until the next day begins. */
export async function demandFromDay(
  tx: Tx,
  services: Pick<Services, 'now' | 'mailBounds'>,
  owner: Owner,
  counted: Counted,
  wanted: number,
  field: string,
): Promise<void> {
  if ((await takeFromDay(tx, services, owner, counted, wanted)) === wanted) return;
  const now = services.now();
  const next = Date.parse(toDay(now)) + 86_400_000;
  throw new ApiError(429, { [field]: [fieldError('daily_mails', { limit: Math.ceil((next - now.getTime()) / 1000) })] });
}
