import type * as fs from 'node:fs';
import { sql } from 'kysely';
import { describe, expect, vi } from 'vitest';
import { makeAccount, makeClient } from './support/factories.ts';
import { test } from './support/test.ts';

/** While true, each file that the server writes is on a device that is always full. */
const disk = vi.hoisted(() => ({ full: false }));
vi.mock('node:fs', async (original) => {
  const real = await original<typeof fs>();
  const createWriteStream: typeof fs.createWriteStream = (path, options) => real.createWriteStream(disk.full ? '/dev/full' : path, options);
  return { ...real, default: { ...real, createWriteStream }, createWriteStream };
});

const REFUSAL = [503, 'out_of_room', 60];

describe('a full disk', () => {
  test.for(['53000', '53100', '53200', '53400', '58030'])(
    'a write that the database fails with %s is answered 503',
    async (code, { api }) => {
      const { owner } = await makeClient(api);
      const db = api.database.acrossClients();
      await sql`create function fail() returns trigger language plpgsql as ${sql.lit(
        `begin raise exception 'could not extend file' using errcode = '${code}'; end`,
      )}`.execute(db);
      await sql`create trigger fail before insert on animal_type for each row execute function fail()`.execute(db);
      try {
        const { status, errors } = await owner.post('manager/animaltypes/', { name: 'Angus' });
        expect([status, errors.detail?.[0]?.code, errors.detail?.[0]?.limit]).toEqual(REFUSAL);
      } finally {
        await sql`drop function fail() cascade`.execute(db);
      }
      expect((await owner.post('manager/animaltypes/', { name: 'Angus' })).status).toBe(201);
    },
  );

  test('answers 503 to exports and imports of archives', async ({ api }) => {
    const { owner } = await makeClient(api);
    const { caller: root } = await makeAccount(api, { user_type: 'admin', is_superadmin: true });
    const call = async (path: string, init: RequestInit, token: string) => {
      const request = new Request(`http://localhost/api/${path}`, { ...init, headers: { authorization: `JWT ${token}` } });
      return api.app.fetch(request);
    };
    const whole = await (await call('archive/', {}, owner.token)).arrayBuffer();
    // A client's next archive waits until the previous one was received.
    const other = await makeClient(api);
    disk.full = true;
    try {
      for (const response of [
        await call('archive/', {}, other.owner.token),
        await call('dashboard/clients/import/', { method: 'POST', body: whole }, root.token),
      ]) {
        const { errors } = (await response.json()) as { errors: Record<string, { code: string; limit: number }[]> };
        expect([response.status, errors.detail?.[0]?.code, errors.detail?.[0]?.limit]).toEqual(REFUSAL);
        expect(response.headers.get('retry-after')).toBe('60');
      }
    } finally {
      disk.full = false;
    }
  });
});
