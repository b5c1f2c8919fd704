import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tablesOf } from '#server/db/archive.ts';
import { numberCell } from '#server/db/cell.ts';
import { connected } from '#server/db/hosts.ts';
import { projectRoot } from '#server/db/start-error.ts';
import { deleteOldCopy, type Move, moveClient, STEPS, type Step, stayClient } from '#server/platform/cells/move/move.ts';
import { reportsServers } from '#server/reports/index.ts';
import { differingReports } from '#server/reports/kit/same-figures.ts';
import { type Caller, callerOf, PASSWORD, SECRET, serverOn, type TestApi } from './support/api.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { deliver, make, makeAccount, makeClient, type TestClient } from './support/factories.ts';
import { makeReadyFarmOf, makeSchedule, type ReadyFarm } from './support/feeding.ts';

const databases = new Map<number, FreshDatabase>();
const cells = new Map<number, TestApi>();
/** Cells that no request reaches. */
const away = new Set<number>();
const at = (cell: number) => cells.get(cell) as TestApi;
const urlAt = (cell: number) => databases.get(cell)?.url ?? '';
const addresses = new Map([1, 2].map((cell) => [cell, `http://cell-${cell}`]));

async function send(request: Request): Promise<Response> {
  const cell = Number(new URL(request.url).hostname.slice('cell-'.length));
  if (away.has(cell)) throw new TypeError('fetch failed');
  return at(cell).app.fetch(request);
}

const moveOf = (client: number, from = 1, to = 2): Move => ({
  ...{ client, secret: SECRET },
  from: { cell: from, url: urlAt(from) },
  to: { cell: to, url: urlAt(to) },
});

/** The same person at another cell's address. */
const throughCell = (cell: number, { token }: Caller) => callerOf(at(cell).app, token);

/** Where the client lives, as both cells say. */
async function livesIn(client: number): Promise<number[]> {
  const here = await Promise.all([1, 2].map((cell) => at(cell).services.cells?.isHere({ by: 'client', value: String(client) })));
  return [1, 2].filter((_, index) => here[index]);
}

/** How many rows each table has of a client. */
async function rowsAt(cell: number, client: number): Promise<Record<string, number>> {
  return connected(at(cell).database.connection(), async (connection) => {
    await connection.query("begin; select set_config('manger.all_clients', 'on', true)");
    const counts: Record<string, number> = {};
    for (const { table, columns } of await tablesOf(connection)) {
      if (!columns.includes('client_id')) continue;
      const { rows } = await connection.query<{ n: number }>(`select count(*)::integer as n from ${table} where client_id = $1`, [client]);
      if (rows[0]?.n) counts[table] = rows[0].n;
    }
    return counts;
  });
}

/** Until what a database told its server has arrived. */
async function eventually<T>(look: () => Promise<T>, isIt: (seen: T) => boolean): Promise<T> {
  for (let turn = 1; ; turn += 1) {
    const seen = await look();
    if (isIt(seen) || turn === 100) return seen;
    await delay(50);
  }
}

async function readyClient(cell = 1): Promise<ReadyFarm> {
  const client = await makeClient(at(cell));
  return makeReadyFarmOf(client);
}

beforeAll(async () => {
  for (const cell of [1, 2]) {
    const database = await freshDatabase(cell === 1 ? 'tiny' : 'empty');
    databases.set(cell, database);
    await numberCell(database.url, cell, SECRET);
    cells.set(cell, await serverOn(database.url, true, { number: cell, addresses, send }));
  }
});
afterAll(async () => {
  for (const api of cells.values()) await api.close();
  for (const database of databases.values()) await database.drop();
});

describe('several installations', () => {
  it('refuse a database that is another cell’s, and give clients and people numbers of their own', async () => {
    await expect(numberCell(urlAt(2), 1, SECRET)).rejects.toThrow('the database is that of cell 2');
    const [one, two] = [await makeClient(at(1)), await makeClient(at(2))];
    expect([Math.floor(one.id / 1e9), Math.floor(two.id / 1e9)]).toEqual([1, 2]);
    expect([Math.floor(one.ownerId / 1e9), Math.floor(two.ownerId / 1e9)]).toEqual([1, 2]);
  });

  it('lead who signs in, and what they ask and change, to the one where their client lives', async () => {
    const owner = await makeAccount(at(2), { user_type: 'client', client_id: (await makeClient(at(2))).id });
    const signedIn = await at(1).signIn(owner.email);
    const made = await signedIn.post('manager/companies/', { name: 'Made through the other cell' });
    expect([made.status, (await owner.caller.get('manager/companies/')).data[0]?.id]).toEqual([201, made.data.id]);
    expect((await signedIn.get('auth/me/')).data).toMatchObject({ email: owner.email });
    expect((await at(1).nobody.post('auth/jwt/create/', { login: owner.email, password: 'not the one' })).status).toBe(400);
    expect((await at(1).nobody.post('auth/jwt/create/', { login: 'nobody@nowhere.example', password: PASSWORD })).status).toBe(400);
  });

  it('say that they can’t know while another is away, and go on with their own', async () => {
    const [here, there] = [await makeClient(at(1)), await makeClient(at(2))];
    away.add(2);
    try {
      expect((await here.owner.get('manager/companies/')).status).toBe(200);
      const refused = await at(1).app.fetch(
        new Request('http://localhost/api/manager/companies/', { headers: { authorization: `JWT ${there.owner.token}` } }),
      );
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    } finally {
      away.delete(2);
    }
    expect((await throughCell(1, there.owner).get('manager/companies/')).status).toBe(200);
  });

  it('tell nothing to who only says to be a cell', async () => {
    const ask = (header: string) =>
      at(1).app.fetch(
        new Request('http://localhost/api/cells/whose/', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-manger-cell': header },
          body: JSON.stringify({ by: 'client', value: '1' }),
        }),
      );
    expect((await ask('not the proof')).status).toBe(404);
    expect((await ask('')).status).toBe(404);
  });
});

describe('a client that moves', () => {
  it('is there with all that it had: every row, every report, who is signed in, keys and links', async () => {
    const { rows } = await sql<{ id: number; email: string }>`
      select c.id, (select email from account a where a.client_id = c.id and a.user_type = 'client' and not a.deleted limit 1) as email
      from client c order by (select count(*) from schedule s where s.client_id = c.id) desc limit 1`.execute(
      at(1).database.acrossClients(),
    );
    const { id: client, email } = rows[0] ?? { id: 0, email: '' };
    const owner = (await makeAccount(at(1), { user_type: 'client', client_id: client })).caller;
    const list = await owner.get('manager/farms/dashboard/');
    expect(list.status, JSON.stringify(list)).toBe(200);
    const farms = list.data as { id: number }[];
    const key = await make(owner, 'manager/keys/', { farm: farms[0]?.id, name: 'Terminal' });
    const terminal = callerOf(at(1).app, String(key.secret), 'Key');
    const before = (await terminal.get('schedule/schedules/')).data;
    const counts = await rowsAt(1, client);
    const { services } = at(1);
    const { rows: moved } = await moveClient({
      ...moveOf(client),
      withoutConsultants: true,
      differing: (among) => differingReports(reportsServers, client, [services, at(2).services], among),
    });
    expect(moved).toBeGreaterThan(1000);
    expect(await livesIn(client)).toEqual([2]);
    const { account_client: _, client_change: __, account, ...arrived } = await rowsAt(2, client);
    const { account_client: _a, client_change: _b, account: people, ...had } = counts;
    expect(arrived).toEqual({ ...had, activity: had.activity });
    expect(account).toBeGreaterThanOrEqual(people ?? 0);
    await eventually(
      () => owner.post('manager/companies/', { name: 'After the move' }),
      ({ status }) => status === 201,
    );
    const made = (await throughCell(2, owner).get('manager/companies/')).data as { name: string }[];
    expect(made.filter(({ name }) => name === 'After the move')).toHaveLength(1);
    expect((await terminal.get('schedule/schedules/')).data).toEqual(before);
    expect((await at(1).signIn((await owner.get('auth/me/')).data.email)).token).not.toBe('');
    expect(email).not.toBe('');
  });

  it('loses no recording and doubles none while mixers record at both addresses', async () => {
    const farm = await readyClient();
    const { owner } = farm.client;
    const taken: number[] = [];
    let waited = 0;
    let going = true;
    const record = async (caller: Caller, price: number) => {
      while (going) {
        const answer = await caller.post('manager/deliveries/', {
          ...{ farm: farm.farm, delivery_type: 'delivery', ingredient: farm.meal, value: 10, price },
        });
        if (answer.status === 201) taken.push(answer.data.id);
        else if (answer.status === 503) {
          waited += 1;
          await delay(30);
        } else throw new Error(`${answer.status} ${JSON.stringify(answer.errors)}`);
      }
    };
    const recorders = [record(owner, 3), record(throughCell(2, owner), 4), record(owner, 5)];
    await eventually(
      async () => taken.length,
      (count) => count > 20,
    );
    const { stoppedMs } = await moveClient(moveOf(farm.client.id));
    const atSwitch = taken.length;
    await eventually(
      async () => taken.length,
      (count) => count > atSwitch + 20,
    );
    going = false;
    await Promise.all(recorders);
    expect(new Set(taken).size).toBe(taken.length);
    const { rows } = await sql<{ id: number }>`
      select id from delivery where ingredient_id = ${farm.meal} order by id`.execute(at(2).database.forClient(farm.client.id));
    expect(rows.map(({ id }) => id)).toEqual(taken.toSorted((a, b) => a - b));
    const { rows: stock } = await sql<{ rest: number; moved: number }>`
      select rest, (select sum(kg) from ledger where ingredient_id = ${farm.meal}) as moved from ingredient where id = ${farm.meal}`.execute(
      at(2).database.forClient(farm.client.id),
    );
    expect(stock).toEqual([{ rest: taken.length * 10, moved: taken.length * 10 }]);
    expect([waited > 0, stoppedMs < 30_000]).toEqual([true, true]);
  });

  it('follows what changes, is renamed, is taken away and comes anew while it is copied', async () => {
    const farm = await readyClient();
    const { owner } = farm.client;
    const schedule = await makeSchedule(farm, '2026-11-20');
    const loading = await make(owner, 'manager/animaltypes/', { name: 'First' });
    await moveClient({
      ...moveOf(farm.client.id),
      async step(step) {
        if (step !== 'catch up') return;
        expect((await owner.put(`manager/animaltypes/${loading.id}/`, { name: 'Second', version: loading.version })).status).toBe(200);
        await make(owner, 'manager/animaltypes/', { name: 'First' });
        await deliver(owner, farm, farm.meal, 100, 7);
        expect((await owner.delete(`schedule/schedules/${schedule.id}/`)).status).toBeLessThan(300);
        await makeSchedule(farm, '2026-11-21');
      },
    });
    const names = (await throughCell(2, owner).get('manager/animaltypes/')).data.map(({ name }: { name: string }) => name);
    expect(names).toEqual(expect.arrayContaining(['First', 'Second']));
  });

  it('lives in one cell, whichever step the move is killed at, and the command called again ends it', async () => {
    const farm = await readyClient();
    const { owner, id } = farm.client;
    const killed = (until: Step) =>
      new Promise<{ signal: NodeJS.Signals | null; errors: string }>((resolve) => {
        const child = spawn(
          process.execPath,
          ['--import', 'tsx', 'tests/support/move-until.ts', JSON.stringify({ ...moveOf(id), until })],
          {
            cwd: projectRoot,
            stdio: ['ignore', 'ignore', 'pipe'],
          },
        );
        let errors = '';
        child.stderr.on('data', (chunk) => {
          errors += chunk;
        });
        child.once('close', (_, signal) => resolve({ signal, errors }));
      });
    for (const step of STEPS) {
      expect.soft(await killed(step), step).toEqual({ signal: 'SIGKILL', errors: '' });
      expect.soft(await livesIn(id), step).toEqual([step === 'leave' ? 2 : 1]);
      for (const cell of [1, 2]) expect.soft((await throughCell(cell, owner).get('manager/companies/')).status, step).toBe(200);
      const wrote = await owner.post('manager/animaltypes/', { name: `After ${step}` });
      const isStopped = step === 'carry' || step === 'switch';
      expect.soft(wrote.status, step).toBe(isStopped ? 503 : 201);
    }
    await moveClient(moveOf(id));
    expect(await livesIn(id)).toEqual([2]);
    const names = (await throughCell(2, owner).get('manager/animaltypes/')).data.map(({ name }: { name: string }) => name);
    expect(names).toEqual(expect.arrayContaining(['After note', 'After copy', 'After catch up', 'After stop', 'After leave']));
  });

  it('stays where it is when the operator says so, or when anything is wrong, and takes writes again', async () => {
    const farm = await readyClient();
    const { owner, id } = farm.client;
    const failing = moveClient({ ...moveOf(id), differing: async () => ['form9'] });
    await expect(failing).rejects.toThrow('Reports of the copy differ: form9');
    expect([await livesIn(id), await rowsAt(2, id)]).toEqual([[1], {}]);
    const spoilt = moveClient({
      ...moveOf(id),
      async step(step) {
        if (step === 'catch up')
          await sql`update ingredient set price = price + 0.00001 where id = ${farm.hay}`.execute(at(2).database.forClient(id));
      },
    });
    await expect(spoilt).rejects.toThrow("The copy isn't the same: ingredient");
    expect([await livesIn(id), await rowsAt(2, id)]).toEqual([[1], {}]);
    const wrote = await eventually(
      () => owner.post('manager/animaltypes/', { name: 'Still here' }),
      ({ status }) => status === 201,
    );
    expect(wrote.status).toBe(201);
    await stayClient(moveOf(id));
    expect(await livesIn(id)).toEqual([1]);
  });

  it('goes nowhere where its people, name or number are somebody else’s, or where consultants would lose it', async () => {
    const { id, ownerId } = await makeClient(at(1));
    const { email } =
      (await at(1).database.acrossClients().selectFrom('account').select('email').where('id', '=', ownerId).executeTakeFirst()) ?? {};
    const twin = await makeAccount(at(2), { user_type: 'admin', email: email?.toUpperCase() ?? '' });
    await expect(moveClient(moveOf(id))).rejects.toThrow(`people of the same email, phone or number: ${twin.email}`);
    await at(2).database.acrossClients().updateTable('account').set({ deleted: true }).where('id', '=', twin.id).execute();
    const { company_name } = await at(1)
      .database.acrossClients()
      .selectFrom('client')
      .select('company_name')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const named = await at(2)
      .database.acrossClients()
      .insertInto('client')
      .values({ company_name })
      .returning('id')
      .executeTakeFirstOrThrow();
    await expect(moveClient(moveOf(id))).rejects.toThrow(`Cell 2 has a client named ${company_name}`);
    await at(2).database.acrossClients().deleteFrom('client').where('id', '=', named.id).execute();
    const consultant = await makeAccount(at(1), { user_type: 'consultant', clients: [id] });
    await expect(moveClient(moveOf(id))).rejects.toThrow(consultant.email);
    await moveClient({ ...moveOf(id), withoutConsultants: true });
    expect(await livesIn(id)).toEqual([2]);
    await expect(moveClient(moveOf(id))).rejects.toThrow('lives in cell 2 already');
  });

  it('leaves an old copy that nobody changes, which goes by a command of its own; then it may come back', async () => {
    const farm = await readyClient();
    const { owner, id }: TestClient = farm.client;
    await expect(deleteOldCopy(moveOf(id))).rejects.toThrow('no old copy');
    await moveClient(moveOf(id));
    const change = sql`update farm set name = 'Changed in the old copy' where id = ${farm.farm}`.execute(at(1).database.forClient(id));
    await expect(change).rejects.toThrow('the client is left');
    await expect(moveClient(moveOf(id, 2, 1))).rejects.toThrow('still has an old copy');
    await deleteOldCopy(moveOf(id));
    expect(await rowsAt(1, id)).toEqual({});
    await eventually(
      () => owner.get('manager/farms/dashboard/'),
      ({ status }) => status === 200,
    );
    await moveClient(moveOf(id, 2, 1));
    expect(await livesIn(id)).toEqual([1]);
    const farms = (await owner.get('manager/farms/dashboard/')).data as { id: number }[];
    expect(farms.map((one) => one.id)).toEqual([farm.farm]);
  });
});
