import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Size, seed } from '#fixtures/seed.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { atRest, on } from './reports.ts';
import { SECRET, signedIn } from './server.ts';
import { startManger } from './servers.ts';

/** Runs `work` on a temporary database with the demonstration's year, or with data of another size. */
export async function onDemonstration<T>(work: (site: { url: string; adminUrl: string }) => Promise<T>, size: Size = 'demo'): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), 'manger-bench-'));
  const embedded = await startEmbedded({ dataDir: dir, log: { info() {}, error: console.error } });
  try {
    await migrate(embedded.url);
    console.log('Filling the demonstration …');
    await seed(embedded.url, size, new Date());
    return await work(embedded);
  } finally {
    await embedded.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Requests as the demonstration’s first owner. A refusal is an error. */
export type AskAsOwner = <T>(path: string, init?: { method: 'POST' | 'PUT'; body: object }) => Promise<T>;

/** Runs `work` with a server on the database, after it has rolled up stale days and computed signals. */
export async function asOwner<T>(url: string, work: (ask: AskAsOwner) => Promise<T>): Promise<T> {
  const server = await startManger({
    DATABASE_URL: url,
    DATA_DIR: mkdtempSync(join(tmpdir(), 'manger-bench-')),
    SECRET_KEY: SECRET,
    DEMO: '0',
  });
  try {
    const fetchFrom = (path: string, init?: RequestInit) =>
      fetch(`${server.url}${path}`, { ...init, headers: { 'content-type': 'application/json', ...init?.headers } });
    const headers = { authorization: `JWT ${await signedIn(fetchFrom, 'owner@manger.test')}` };
    await on(url, atRest);
    return await work(async <A>(path: string, init?: { method: string; body: object }) => {
      const answer = await fetchFrom(path, { headers, ...(init ? { method: init.method, body: JSON.stringify(init.body) } : {}) });
      const { data, errors } = (await answer.json()) as { data: A; errors?: unknown };
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${JSON.stringify(errors)}`);
      return data;
    });
  } finally {
    await server.stop();
  }
}

/** The demonstration's days: `back` days ago to yesterday. */
export const daysBack = (url: string, back: number): Promise<string> =>
  on(url, async (client) => {
    const { rows } = await client.query<{ days: string }>(
      `select 'planned_on_after=' || (current_date - $1::integer) || '&planned_on_before=' || (current_date - 1) as days`,
      [back],
    );
    return rows[0]?.days ?? '';
  });
