import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { decryptFrom, seal, unseal } from '../../core/calibration.ts';
import type { ClientContext } from '../../core/context.ts';
import { get, lock } from '../../core/crud.ts';
import { authorOf, record } from '../../core/history.ts';
import { type AnyRow, anyTable } from '../../core/table.ts';
import { mixerTable } from './table.ts';

/** Keeps a calibration that came encrypted with the caller's token, and gives the mixer back with it. */
export async function calibrate(context: ClientContext, id: number, data: string): Promise<AnyRow> {
  const table = anyTable(mixerTable);
  const { secret } = context.services;
  return context.write(async (tx) => {
    await lock(tx, table, context, id);
    const before = await get(tx, table, context, id);
    const text = decryptFrom(context.principal.claims.exp, data, 'data');
    const { rows } = await sql<{ calibration: Buffer | null }>`
      select calibration from mixer where client_id = ${context.client} and id = ${id}`.execute(tx);
    const old = rows[0]?.calibration ?? null;
    await sql`
      update mixer set calibration = ${seal(secret, text)}, version = version + 1
      where client_id = ${context.client} and id = ${id}`.execute(tx);
    await record(tx, authorOf(context), {
      resource: 'mixers',
      id,
      farm: before.farm,
      name: before.name,
      before: { calibration: old && fingerprint(secret, unseal(secret, old)) },
      after: { calibration: fingerprint(secret, text) },
    });
    return get(tx, table, context, id);
  });
}

/** Tells two calibrations apart in history without telling what they are. */
const fingerprint = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex').slice(0, 12);
