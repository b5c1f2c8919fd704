import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '#server/db/database.ts';
import { decryptFrom, seal } from '#server/domain/calibration.ts';
import { accountOf } from '#server/platform/auth/principal.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { get, lockAndGet } from '#server/platform/resource/crud.ts';
import { authorOf, record } from '#server/platform/resource/history.ts';
import { type AnyRow, anyTable } from '#server/platform/resource/table.ts';
import { mixerTable } from './table.ts';

/** Keeps a calibration that came encrypted with the caller's token, and gives the mixer back with it. */
export async function calibrate(context: ClientContext, id: number, data: string): Promise<AnyRow> {
  const table = anyTable(mixerTable);
  const { secret } = context.services;
  return context.write(async (tx) => {
    const before = await lockAndGet(tx, table, context, id);
    const text = decryptFrom(accountOf(context.principal).claims.exp, data, 'data');
    const old = await lastFingerprint(tx, context.client, id);
    await sql`
      update mixer set calibration = ${seal(secret, text)}, version = version + 1
      where client_id = ${context.client} and id = ${id}`.execute(tx);
    await record(tx, authorOf(context), {
      resource: 'mixers',
      id,
      farm: before.farm,
      name: before.name,
      before: { calibration: old },
      after: { calibration: fingerprint(secret, text) },
    });
    return get(tx, table, context, id);
  });
}

/** The fingerprint of the current calibration in history; null if there is none. */
async function lastFingerprint(tx: Tx, client: number, id: number): Promise<string | null> {
  const { rows } = await sql<{ fingerprint: string }>`
    select after ->> 'calibration' as fingerprint from history
    where client_id = ${client} and resource = 'mixers' and resource_id = ${id} and after ? 'calibration'
    order by id desc limit 1`.execute(tx);
  return rows[0]?.fingerprint ?? null;
}

/** Distinguishes calibrations in history without revealing them. */
const fingerprint = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex').slice(0, 12);
