import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { FormType } from '#contract/operations/blanks.ts';
import { ACCOUNT_CODES } from '#tests/support/account-codes.ts';
import type { TestApi } from '#tests/support/api.ts';
import { make, makeAccount, makeClient, makeFarm } from '#tests/support/factories.ts';
import { makeReadyFarm, moveTo, type ReadyFarm } from '#tests/support/feeding.ts';
import { contentsOfPapers, feedDay, filesOfMonth, makeTemplates } from '#tests/support/papers.ts';
import { test } from '#tests/support/test.ts';
import { issueMissingPapers } from './jobs.ts';

interface Paper {
  id: number;
  type: FormType;
  blank: number;
  number: number;
  version: number;
  current: boolean;
  hash: string;
  reason: string;
  name: string;
  issued_by: number | null;
}

const MONTH = '2026-10';
let api: TestApi;
let farm: ReadyFarm;
let templates: Record<FormType, number>;
const owner = () => farm.client.owner;
const month = () => ({ farm: farm.farm, month: MONTH });
const listed = async (query = ''): Promise<Paper[]> => (await owner().get(`manager/papers/?farm=${farm.farm}${query}`)).data;
const close = () => make(owner(), 'manager/months/', month());
const reopen = async () =>
  expect((await owner().post('manager/months/reopen/', { ...month(), reason: 'A late invoice' })).status).toBe(200);
const issue = (values: object = {}) =>
  owner().post('manager/papers/', { ...month(), blank: templates.accounting_writeoff, reason: 'Another account', ...values });
const failed = ({ status, errors }: { status: number; errors?: Record<string, { code: number | string }[]> }) => [
  status,
  ...Object.entries(errors ?? {}).map(([field, [first]]) => `${field} ${first?.code}`),
];

test.beforeAll(({ api: server }) => {
  api = server;
});
test.beforeEach(async () => {
  api.setNow('2026-10-20T06:00:00Z');
  farm = await makeReadyFarm(api);
  await feedDay(farm, '2026-10-20');
  templates = await makeTemplates(owner(), farm.farm);
  await moveTo(api, farm, '2026-11-05T08:00:00Z');
});

/** Changes everything that a paper names: names, item number, headings, order, accounts and signers. */
async function renameAll(): Promise<void> {
  const put = async (path: string, values: object) => {
    const { version } = (await owner().get(path)).data;
    expect((await owner().put(path, { ...values, version })).status, path).toBe(200);
  };
  await put(`manager/ingredients/${farm.silage}/`, { name: 'Renamed silage', item_number: '777' });
  await put(`manager/groups/${farm.cowsGroup}/`, { name: 'Renamed cows' });
  await put(`manager/stocks/${farm.stock}/`, { name: 'Renamed store' });
  await put(`manager/rations/${farm.ration}/`, { name: 'Renamed ration' });
  await put(`manager/companies/${farm.company}/`, { name: 'Renamed company' });
  await put(`manager/farms/${farm.farm}/`, { name: 'Renamed farm', accountant: 'Another accountant' });
  const accounts = { ...ACCOUNT_CODES, debit: '999', credit: '998' };
  for (const [type, id] of Object.entries(templates)) {
    const headings = type.startsWith('accounting') ? { feed: 'Another heading' } : { title: 'Another title' };
    await put(`report/additional/${id}/`, {
      name: `Renamed ${type}`,
      header: { accountant: 'A signer' },
      template: { headings, order: [], accounts },
    });
  }
}

test('closing a month issues a paper for each template, with number, version and the hash of its content', async () => {
  expect(await listed()).toEqual([]);
  await close();
  const papers = await listed();
  expect(papers.map(({ type }) => type).toSorted()).toEqual(Object.keys(templates).toSorted());
  for (const paper of papers) {
    expect(paper).toMatchObject({ number: 1, version: 1, current: true, reason: '', issued_by: expect.any(Number) });
    const { rows } = await sql<{ content: Buffer }>`select content from month_paper where id = ${paper.id}`.execute(
      api.database.forClient(farm.client.id),
    );
    const text = gunzipSync(rows[0]!.content).toString('utf8');
    expect(createHash('sha256').update(text).digest('hex')).toBe(paper.hash);
    const { data } = await owner().get(`manager/papers/${paper.id}/content/`);
    expect(data).toEqual(JSON.parse(text));
    expect(data.data.rows.length).toBeGreaterThan(0);
  }
});

test('later changes of names, codes, accounts, headings or signers change no byte of a closed month’s papers', async () => {
  await close();
  const [contents, files] = [await contentsOfPapers(owner(), farm.farm), await filesOfMonth(api, owner(), farm.farm, MONTH)];
  expect(Object.keys(files)).toHaveLength(6);
  await renameAll();
  // At a later moment the file still shows the time when its paper was issued.
  api.setNow('2026-11-05T08:59:41Z');
  expect(await contentsOfPapers(owner(), farm.farm)).toEqual(contents);
  const again = await filesOfMonth(api, owner(), farm.farm, MONTH);
  // The ZIP names its folders and files by today's names.
  expect(Object.keys(again).every((name) => name.includes('Renamed'))).toBe(true);
  expect(Object.values(again).map((bytes) => bytes.toString('base64'))).toEqual(
    Object.values(files).map((bytes) => bytes.toString('base64')),
  );
});

test('a report of a closed month shows today’s item number and name of a feed, and its paper keeps those of the closing', async () => {
  const query = `farm=${farm.farm}&planned_on_after=2026-10-01&planned_on_before=2026-10-31`;
  const items = async () => {
    const { rows } = (await owner().get(`report/form8/make/?${query}`)).data;
    return (rows as { ingredient_id: number; item: string }[]).flatMap((row) => (row.ingredient_id === farm.silage ? [row.item] : []));
  };
  const { version } = (await owner().get(`manager/ingredients/${farm.silage}/`)).data;
  await owner().put(`manager/ingredients/${farm.silage}/`, { item_number: '201', version });
  await close();
  const contents = await contentsOfPapers(owner(), farm.farm);
  await renameAll();
  expect(new Set(await items())).toEqual(new Set(['777']));
  expect(await contentsOfPapers(owner(), farm.farm)).toEqual(contents);
  const printed = Object.values(contents).join();
  expect([printed.includes('"item":"201"'), printed.includes('"item":"777"')]).toEqual([true, false]);
});

test('closing again without a change keeps the versions; after a change each paper that changed gets the next one', async () => {
  await close();
  const first = await listed();
  await reopen();
  expect((await listed()).map(({ current }) => current)).toEqual(first.map(() => false));
  await close();
  expect(await listed()).toEqual(first);

  await reopen();
  const delivery = { farm: farm.farm, delivery_type: 'delivery', ingredient: farm.hay, value: 100, price: 4 };
  await make(owner(), 'manager/deliveries/', { ...delivery, delivered_at: '2026-10-25T08:00:00Z' });
  await close();
  const papers = await listed('&current=true');
  expect(papers.filter(({ version }) => version === 2).map(({ type }) => type)).toContain('accounting_movement');
  const waybill = papers.find(({ type }) => type === 'form8');
  expect(waybill).toEqual(first.find(({ type }) => type === 'form8'));
  // The old version stays readable.
  const old = first.find(({ type }) => type === 'accounting_movement');
  expect((await owner().get(`manager/papers/${old?.id}/content/`)).status).toBe(200);
  expect((await listed('&current=false')).map(({ id }) => id)).toContain(old?.id);
});

test('a person issues a new version with a reason; history keeps who did', async () => {
  await close();
  const [before] = await listed(`&blank=${templates.accounting_writeoff}`);
  await renameAll();
  const answer = await issue();
  expect([answer.status, answer.data]).toEqual([
    201,
    expect.objectContaining({ number: 1, version: 2, current: true, reason: 'Another account', name: 'Renamed accounting_writeoff' }),
  ]);
  const papers = await listed(`&blank=${templates.accounting_writeoff}`);
  expect(papers.map(({ version, current }) => [version, current])).toEqual([
    [2, true],
    [1, false],
  ]);
  expect(papers[1]).toEqual({ ...before, current: false, farm_name: 'Renamed farm' });
  const content = JSON.stringify((await owner().get(`manager/papers/${answer.data.id}/content/`)).data);
  for (const text of ['Renamed silage', '777', '999', 'Another heading', 'A signer']) expect(content).toContain(text);
  const { rows } = await sql<{ after: Paper }>`
    select after from history where client_id = ${farm.client.id} and resource = 'papers' and resource_id = ${answer.data.id}`.execute(
    api.database.acrossClients(),
  );
  expect(rows.map(({ after }) => after.reason)).toEqual(['Another account']);
});

test('a new version is refused without a reason, without a change, and of an open month', async () => {
  await close();
  expect(failed(await issue({ reason: undefined }))).toEqual([400, 'reason 2']);
  expect(failed(await issue({ reason: '   ' }))).toEqual([400, 'reason 3']);
  expect(failed(await issue({ farm: undefined, month: undefined, blank: undefined }))).toEqual([400, 'farm 2', 'month 2', 'blank 2']);
  expect(failed(await issue({ month: '2026-13' }))).toEqual([400, 'month 1']);
  expect(failed(await issue())).toEqual([409, 'blank paper_unchanged']);
  expect(failed(await issue({ month: '2026-11' }))).toEqual([409, 'month month_open']);
  await renameAll();
  await reopen();
  expect(failed(await issue())).toEqual([409, 'month month_open']);
  expect(await listed()).toHaveLength(6);
});

test('a new version is refused to those without the right, and for farms and templates of others', async () => {
  await close();
  await renameAll();
  const stranger = await makeClient(api);
  const other = await makeFarm(stranger.owner);
  const [paper] = await listed();
  expect(failed(await stranger.owner.post('manager/papers/', { ...month(), blank: templates.form9, reason: 'Theirs' }))).toEqual([
    400,
    'farm 23',
  ]);
  expect(failed(await issue({ farm: other.farm }))).toEqual([400, 'farm 23']);
  const theirs = await makeTemplates(stranger.owner, other.farm);
  expect(failed(await issue({ blank: theirs.form9 }))).toEqual([400, 'blank 23']);
  for (const path of [`manager/papers/${paper?.id}/`, `manager/papers/${paper?.id}/content/`])
    expect((await stranger.owner.get(path)).status).toBe(404);
  const permissions = JSON.stringify([
    { module: 'manger', label: '', name: 'blanks', view: true, add: false, change: false, delete: false },
  ]);
  const { id } = await api.database
    .forClient(farm.client.id)
    .insertInto('access_group')
    .values({ client_id: farm.client.id, name: 'Auditors', farms: [farm.farm], permissions })
    .returning('id')
    .executeTakeFirstOrThrow();
  const auditor = await makeAccount(api, { user_type: 'employee', client_id: farm.client.id, access_group_id: id });
  expect((await auditor.caller.get(`manager/papers/${paper?.id}/content/`)).status).toBe(200);
  expect((await auditor.caller.post('manager/papers/', { ...month(), blank: templates.form9, reason: 'Mine' })).status).toBe(403);
  expect(await listed()).toHaveLength(6);
});

test('a template that lacks an account gets its paper once the account is there and a person issues it', async () => {
  const path = `report/additional/${templates.accounting_writeoff}/`;
  const { version } = (await owner().get(path)).data;
  await owner().put(path, { template: { headings: {}, order: [], accounts: {} }, version });
  await close();
  expect((await listed()).map(({ type }) => type)).not.toContain('accounting_writeoff');
  expect(failed(await issue())).toEqual([400, 'blank.accounts.debit account_missing', 'blank.accounts.credit account_missing']);
  await owner().put(path, { template: { headings: {}, order: [], accounts: ACCOUNT_CODES }, version: version + 1 });
  expect((await issue()).data).toMatchObject({ version: 1, current: true });
});

test('the database refuses a change of a paper, and a paper whose content does not fit its hash is not printed', async () => {
  await close();
  const db = api.database.acrossClients();
  await expect(sql`update month_paper set reason = 'x' where farm_id = ${farm.farm}`.execute(db)).rejects.toThrow('A paper never changes');
  const content = gzipSync(JSON.stringify({ data: 'another' }));
  const { rows } = await sql<{ id: number }>`
    insert into month_paper (client_id, farm_id, month, blank_id, type, name, number, version, current, hash, content, issued_at)
    select client_id, farm_id, month, blank_id, type, name, number, 9, false, hash, ${content}, issued_at from month_paper
    where farm_id = ${farm.farm} limit 1 returning id`.execute(db);
  expect((await owner().get(`manager/papers/${rows[0]?.id}/content/`)).status).toBe(500);
});

test('months that were closed before papers were stored get them once, with the version of their closing', async () => {
  await close();
  await reopen();
  await close();
  const issued = await listed();
  const db = api.database.acrossClients();
  await sql`delete from month_paper where farm_id = ${farm.farm}`.execute(db);
  await sql`update month_close set papers_issued = false where farm_id = ${farm.farm}`.execute(db);
  await Promise.all([issueMissingPapers(api.services), issueMissingPapers(api.services)]);
  const upgraded = await listed();
  expect(upgraded.map(({ type, number, version, issued_by }) => [type, number, version, issued_by])).toEqual(
    issued.map(({ type }) => [type, 1, 2, null]),
  );
  // The figures are those that closing had issued.
  expect(upgraded.map(({ hash }) => hash)).toEqual(issued.map(({ hash }) => hash));
  await issueMissingPapers(api.services);
  expect(await listed()).toEqual(upgraded);
});

test('a closed month keeps the papers of a deleted template, and an open month leaves the template out', async () => {
  await close();
  const files = await filesOfMonth(api, owner(), farm.farm, MONTH);
  const listPapers = async (month: string) =>
    (
      await owner().get<{ type: FormType; blank: number | null; name: string }[]>(
        `report/month-end/papers/?month=${month}&farm=${farm.farm}&language=uk`,
      )
    ).data;
  const before = await listPapers(MONTH);
  const { data } = await owner().get(`report/additional/${templates.form9}/`);
  expect((await owner().delete(`report/additional/${templates.form9}/`, { version: data.version })).status).toBeLessThan(300);
  expect(await filesOfMonth(api, owner(), farm.farm, MONTH)).toEqual(files);
  expect(await listPapers(MONTH)).toEqual(before);
  expect((await listPapers('2026-11')).map(({ blank }) => blank)).not.toContain(templates.form9);
});
