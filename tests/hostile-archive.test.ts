import { createHash } from 'node:crypto';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import type { ClientImported } from '#contract/admin/archives.ts';
import type { FieldError } from '#contract/errors.ts';
import type { Manifest } from '#server/admin/archives/format.ts';
import { signatureOf } from '#server/admin/archives/format.ts';
import { type Caller, PASSWORD, type TestApi } from './support/api.ts';
import { deliver, makeAccount, makeClient, makeFarm, makeIngredient, type TestClient } from './support/factories.ts';
import { test } from './support/test.ts';

let api: TestApi;
let root: Caller;
let client: TestClient;
let neighbour: TestClient;
let archive: Uint8Array;

test.beforeAll(async ({ api: server, root: admin, client: own }) => {
  [api, root, client] = [server, admin, own];
  neighbour = await makeClient(api);
  const at = await makeFarm(client.owner);
  const { farm } = at;
  await deliver(client.owner, at, (await makeIngredient(client.owner, at)).id, 100, 2);
  await client.owner.post('manager/mixers/', { farm, name: 'Mixer', max_weight: 8000 });
  const view = { module: 'manger', name: 'ration', view: true, add: false, change: false, delete: false };
  const group = (await client.owner.post('perm/groups/', { name: 'Feeders', farms: [farm], permissions: [view] })).data.id;
  await makeAccount(api, { user_type: 'employee', client_id: client.id, access_group_id: group, email: 'feeder@farm.test' });
  await sql`
    insert into mail_address (client_id, email, language, state, requested_at)
    select ${client.id}, state || '@farm.test', 'uk', state, now() from unnest(array['confirmed', 'declined']) state`.execute(
    api.database.acrossClients(),
  );
  const response = await api.app.fetch(
    new Request('http://localhost/api/archive/', { headers: { authorization: `JWT ${client.owner.token}` } }),
  );
  archive = new Uint8Array(await response.arrayBuffer());
  // Frees their emails for the import.
  await sql`update account set email = 'old-' || email where client_id = ${client.id}`.execute(api.database.acrossClients());
});

async function importArchive(file: Uint8Array): Promise<{ status: number; data?: ClientImported; fault?: FieldError }> {
  const response = await api.app.fetch(
    new Request('http://localhost/api/dashboard/clients/import/', {
      method: 'POST',
      headers: { authorization: `JWT ${root.token}` },
      body: new Uint8Array(file),
    }),
  );
  const { data, errors } = (await response.json()) as { data?: ClientImported; errors?: Record<string, FieldError[]> };
  const fault = errors && Object.values(errors)[0]?.[0];
  return { status: response.status, ...(data ? { data } : {}), ...(fault ? { fault } : {}) };
}

/** The archive with one changed file or manifest, and recomputed hashes. */
function forged(name: string, change: (text: string) => string, changeManifest: (manifest: Manifest) => void = () => {}): Uint8Array {
  const files = unzipSync(archive);
  const bytes = strToU8(change(strFromU8(files[name] ?? new Uint8Array())));
  const manifest = JSON.parse(strFromU8(files['manifest.json'] ?? new Uint8Array())) as Manifest;
  manifest.checksums[name] = createHash('sha256').update(bytes).digest('hex');
  changeManifest(manifest);
  return zipSync({ ...files, [name]: bytes, 'manifest.json': strToU8(JSON.stringify(manifest)) });
}
const ofTable = (table: string) => `tables/${table}-0001.jsonl`;
/** Each row of a table with other values. */
const withRows = (table: string, values: (row: Record<string, unknown>) => object) =>
  forged(ofTable(table), (text) =>
    text.replace(/.+/g, (line) => JSON.stringify({ ...JSON.parse(line), ...values(JSON.parse(line) as Record<string, unknown>) })),
  );

/** Frees the emails of its people. */
const release = (of?: number) =>
  sql`update account set email = 'gone-' || id || email where client_id = ${of}`.execute(api.database.acrossClients());

describe('an archive that somebody changed', () => {
  const everything = { module: 'manger', label: '', view: true, add: true, change: true, delete: true };
  test.each<[string, () => Uint8Array, string]>([
    [
      'a right that no client can give',
      () => withRows('access_group', () => ({ permissions: [{ ...everything, name: 'user' }] })),
      'access_group.permissions',
    ],
    ['rights that are no list', () => withRows('access_group', () => ({ permissions: {} })), 'access_group.permissions'],
    ['a farm that isn’t its own', () => withRows('access_group', () => ({ farms: [999] })), 'access_group.farms'],
    ['the largest number', () => withRows('animal_type', () => ({ id: Number.MAX_SAFE_INTEGER })), 'animal_type.id'],
    ['a number beyond half of all', () => withRows('animal_type', () => ({ id: 2 ** 52 + 1 })), 'animal_type.id'],
    ['a number below one', () => withRows('animal_type', () => ({ id: 0 })), 'animal_type.id'],
    ['a version that can’t be raised', () => withRows('farm', () => ({ version: 2_147_483_647 })), 'farm.version'],
    ['a name longer than any', () => withRows('animal_type', () => ({ name: 'x'.repeat(301) })), 'animal_type.name'],
    ['an empty name', () => withRows('animal_type', () => ({ name: ' ' })), 'animal_type.name'],
    ['what is no number', () => withRows('mixer', () => ({ max_weight: 'NaN' })), 'mixer.max_weight'],
    ['a price of endless decimals', () => withRows('ledger', () => ({ price: `2.${'0'.repeat(1000)}1` })), 'ledger.price'],
    ['a mixer beyond any', () => withRows('mixer', () => ({ max_weight: 100_000_000 })), 'mixer.max_weight'],
    ['a timezone that there isn’t', () => withRows('farm', () => ({ timezone: 'Mars/Olympus' })), 'farm.timezone'],
    [
      'a person with a language of their own',
      () => forged('people.jsonl', (text) => text.replaceAll('"language":"', '"language":"x')),
      'people.language',
    ],
    [
      'a moment beyond time',
      () => forged('people.jsonl', (text) => text.replace(/"created_at":"[^"]+/, '"created_at":"infinity')),
      'people.created_at',
    ],
  ])('with %s is refused by the words of what is wrong, and nothing is written', async (_, file, value) => {
    const clients = (await root.get('dashboard/clients/')).count;
    expect(await importArchive(file())).toMatchObject({ status: 400, fault: { code: 'unfit_archive', values: [value] } });
    expect((await root.get('dashboard/clients/')).count).toBe(clients);
  });

  test.each<[string, () => Uint8Array]>([
    ['a row that is none', () => forged(ofTable('history'), (text) => text.replace(/.+/, 'null'))],
    ['lists in lists', () => forged(ofTable('animal_type'), () => `${'['.repeat(500_000)}\n`)],
    [
      'a snapshot nested beyond measure',
      () =>
        forged(ofTable('history'), (text) => text.replace(/"after":.+/, `"after":${'[{"a":'.repeat(100_000)}1${'}]'.repeat(100_000)}}`)),
    ],
    [
      'a column twice',
      () => forged('none', String, ({ tables }) => tables.forEach((one) => void one.columns.push(one.columns[0] as string))),
    ],
    ['a month beyond time', () => forged('none', String, (manifest) => void manifest.months.push('9999-01-01'))],
    ['a currency that there isn’t', () => forged('none', String, (manifest) => Object.assign(manifest.client, { currency: 'XXX' }))],
    ['a manifest of another shape', () => forged('none', String, (manifest) => Object.assign(manifest, { tables: [null] }))],
  ])('with %s is damaged', async (_, file) => {
    expect(await importArchive(file())).toMatchObject({ status: 400, fault: { code: 'damaged_archive' } });
  });

  test('raises no shared sequence: another client’s next write works', async () => {
    for (const table of ['animal_type', 'farm', 'company', 'access_group'])
      await importArchive(withRows(table, () => ({ id: Number.MAX_SAFE_INTEGER })));
    expect((await neighbour.owner.post('manager/animaltypes/', { name: 'Highland' })).status).toBe(201);
    const large = await importArchive(withRows('animal_type', () => ({ id: 2 ** 52 })));
    await release(large.data?.client);
    const { status, data } = await neighbour.owner.post('manager/animaltypes/', { name: 'Angus' });
    expect([status, data.id]).toEqual([201, 2 ** 52 + 1]);
  });
});

test('an archive of a client with an erased person can be imported', async () => {
  const leaver = await makeClient(api);
  const { id } = await makeAccount(api, { user_type: 'employee', client_id: leaver.id });
  const { status: erased } = await leaver.owner.post(`perm/employees/${id}/erase/`, {});
  expect(erased).toBeLessThan(300);
  const response = await api.app.fetch(
    new Request('http://localhost/api/archive/', { headers: { authorization: `JWT ${leaver.owner.token}` } }),
  );
  expect(await importArchive(new Uint8Array(await response.arrayBuffer()))).toMatchObject({ status: 201, data: { own: true } });
});

describe('the importing server', () => {
  const user = async (email: string) =>
    (await root.get(`dashboard/users/?search=${email}`)).data.find((row: { email: string }) => row.email === email);

  const answers = async (of?: number) => {
    const { rows } = await sql<{ said: string }>`
      select split_part(email, '@', 1) || ': ' || state as said from mail_address where client_id = ${of} order by email`.execute(
      api.database.acrossClients(),
    );
    return rows.map(({ said }) => said);
  };

  test('recognises an own archive, and its people keep their access', async () => {
    const { status, data } = await importArchive(archive);
    expect([status, data?.own, data?.locked]).toEqual([201, true, []]);
    expect(await user('feeder@farm.test')).toMatchObject({ locked: false, client: data?.client });
    expect(await answers(data?.client)).toEqual(['confirmed: confirmed', 'declined: declined']);
    await release(data?.client);
  });

  test.each<[string, () => Uint8Array]>([
    ['changed since', () => withRows('animal_type', () => ({ name: 'Yak' }))],
    [
      'signed by another',
      () =>
        zipSync({
          ...unzipSync(archive),
          signature: strToU8(signatureOf('another secret', unzipSync(archive)['manifest.json'] as Uint8Array)),
        }),
    ],
    ['not signed', () => zipSync(Object.fromEntries(Object.entries(unzipSync(archive)).filter(([name]) => name !== 'signature')))],
  ])('%s: it says so, and its people are locked until they are given a password', async (_, file) => {
    const { status, data } = await importArchive(file());
    expect([status, data?.own, data?.locked]).toEqual([201, false, []]);
    const feeder = await user('feeder@farm.test');
    expect(feeder).toMatchObject({ locked: true, client: data?.client });
    // Nobody here received the consent of the address's owner.
    expect(await answers(data?.client)).toEqual(['confirmed: waiting', 'declined: declined']);
    await expect(api.signIn('feeder@farm.test', PASSWORD)).rejects.toThrow('400');
    await expect(api.signIn('feeder@farm.test', 'awaits a password')).rejects.toThrow('400');
    expect((await root.put(`dashboard/users/${feeder.id}/password/`, { password: 'the hay is dry 9' })).status).toBe(204);
    expect(await user('feeder@farm.test')).toMatchObject({ locked: false });
    await api.signIn('feeder@farm.test', 'the hay is dry 9');
    await release(data?.client);
  });
});
