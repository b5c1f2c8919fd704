import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { sql } from 'kysely';
import { build } from 'vite';
import { expect } from 'vitest';
import { projectRoot } from '#server/db/start-error.ts';
import type { TestApi } from '#tests/support/api.ts';
import { SECRET } from '#tests/support/api.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { decoded, type MailServer } from '#tests/support/mail-server.ts';
import { confirmAll } from '#tests/support/reports/subscriptions.ts';
import { test } from '#tests/support/test.ts';

const KILLS = 50;

/** The job's program as one file, which fifty processes load in a tenth of the time. Its folder lets it find the packages. */
async function bundleTurn(): Promise<{ program: string; remove(): void }> {
  const cache = join(projectRoot, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const outDir = mkdtempSync(join(cache, 'mortal-turn-'));
  const input = ['tests/support/mortal-turn.ts'];
  const configFile = join(projectRoot, 'vite.config.ts');
  await build({
    root: projectRoot,
    configFile,
    logLevel: 'error',
    build: { ssr: true, outDir, sourcemap: false, rolldownOptions: { input } },
  });
  return { program: join(outDir, 'mortal-turn.js'), remove: () => rmSync(outDir, { recursive: true, force: true }) };
}

/** A loaded process that waits for its start. */
interface Mortal {
  process: ChildProcess;
  ready: Promise<void>;
  /** Starts it, to die at that statement. Returns the number of statements if it survived. */
  go(kill: number, after: boolean): Promise<number | null>;
}

function mortal(program: string, { url }: TestApi, mail: MailServer): Mortal {
  const child = spawn(process.execPath, [program, url, mail.url, SECRET], {
    cwd: projectRoot,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let last = '';
  const lines = createInterface({ input: child.stdout! });
  const ready = new Promise<void>((resolve, reject) => {
    lines.on('line', (line) => {
      last = line;
      if (line === 'ready') resolve();
    });
    child.once('close', () => reject(new Error('It ended before it was let go.')));
  });
  ready.catch(() => {});
  return {
    process: child,
    ready,
    async go(kill, after) {
      await ready;
      const exit = new Promise<NodeJS.Signals | null>((resolve) => child.once('close', (_, signal) => resolve(signal)));
      child.stdin?.write(`${JSON.stringify({ kill, after })}\n`);
      return (await exit) === 'SIGKILL' ? null : Number(last);
    },
  };
}

/** A person's mailbox. The mail server keeps one of several mails with the same id. */
function openBox(mail: MailServer, to: string): Map<string, string> {
  const findMessageId = (raw: string) => /^Message-ID: (.*)$/im.exec(raw)?.[1] ?? raw;
  return new Map(mail.mails.filter((one) => one.to === to).map(({ raw }) => [findMessageId(raw), decoded(raw)]));
}

test('each person gets each signal once, after kills between any two steps', async ({ api, farm, mail }) => {
  const { owner } = farm.client;
  api.services.publicUrl = 'https://manger.test';
  const second = await makeAccount(api, { user_type: 'client', client_id: farm.client.id });
  for (const caller of [owner, second.caller]) expect((await caller.put('user/signalmail/', { mode: 'at_once' })).status).toBe(200);
  await confirmAll(api);
  const db = api.database.forClient(farm.client.id);
  const feeds = Array.from({ length: KILLS }, (_, index) => `Feed № ${index + 1}`);
  const { rows } = await sql<{ id: number }>`
    insert into ingredient (client_id, farm_id, stock_id, type_id, name, price)
    select ${farm.client.id}::bigint, ${farm.farm}::bigint, ${farm.stock}::bigint, ${farm.type}::bigint, name, 2 from unnest(${feeds}::text[]) name returning id`.execute(
    db,
  );

  const { program, remove } = await bundleTurn();
  let next = mortal(program, api, mail);
  let died = 0;
  try {
    for (const [index, { id }] of rows.entries()) {
      const current = next;
      await current.ready;
      // The next process loads meanwhile.
      next = mortal(program, api, mail);
      await sql`update ingredient set rest = -100 where id = ${id}`.execute(db);
      // At any statement of a run, before it is sent or on its way.
      if ((await current.go(1 + ((index * 7) % 45), index % 2 === 1)) === null) died += 1;
      // A lease of a dead process ends after ten minutes.
      await sql`update report_sending set next_attempt_at = due_at where state = 'waiting'`.execute(db);
    }
    expect(died).toBeGreaterThan(KILLS * 0.8);
    const statements = await next.go(0, false);
    expect(statements).toBeGreaterThan(10);
    next = mortal(program, api, mail);
    await next.go(0, false);
  } finally {
    next.process.kill('SIGKILL');
    remove();
  }
  const { rows: kept } = await sql<{ subject_name: string }>`select subject_name from signal order by id`.execute(db);
  expect(kept.map(({ subject_name }) => subject_name).toSorted()).toEqual(feeds.toSorted());
  for (const { email } of [(await owner.get('auth/me/')).data, second]) {
    const named = [...openBox(mail, email).values()].flatMap((text) => [...text.matchAll(/: (Feed № \d+) /g)].map(([, feed]) => feed));
    expect(named.toSorted()).toEqual(feeds.toSorted());
  }
  // No mail is left.
  const waiting = await sql<{ count: number }>`select count(*) from report_sending where state <> 'sent' and signals is not null`.execute(
    db,
  );
  expect(waiting.rows[0]?.count).toBe(0);
});
