import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import './database.ts';

let fresh: FreshDatabase;
let client: pg.Client;
beforeAll(async () => {
  fresh = await freshDatabase();
  client = new pg.Client({ connectionString: fresh.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await fresh.drop();
});

const MOMENTS = [
  ['2026-03-01 00:30:00+00', '2026-03-01T00:30:00Z'],
  ['2026-12-31 23:59:59.999999+00', '2026-12-31T23:59:59.999999Z'],
  ['2026-06-01 12:00:00.5+00', '2026-06-01T12:00:00.5Z'],
  ['1890-01-01 00:00:00+00', '1890-01-01T00:00:00Z'],
] as const;

test.each(['UTC', 'Europe/Kyiv', 'Asia/Kolkata', 'America/St_Johns', 'Pacific/Kiritimati'])(
  'a moment is the same in whichever timezone the session runs: %s',
  async (timezone) => {
    await client.query("select set_config('timezone', $1, false)", [timezone]);
    for (const [text, expected] of MOMENTS) {
      const { rows } = await client.query('select $1::timestamptz as at', [text]);
      expect(rows).toEqual([{ at: expected }]);
    }
  },
);

test('a text that is no moment of the calendar stays unchanged', async () => {
  const { rows } = await client.query("select 'infinity'::timestamptz as at");
  expect(rows).toEqual([{ at: 'infinity' }]);
});
