import { expect } from 'vitest';
import type { TestApi } from '#tests/support/api.ts';
import { make, makeAccount } from '#tests/support/factories.ts';
import { makeReadyFarm, type ReadyFarm } from '#tests/support/feeding.ts';
import { test as base } from '#tests/support/test.ts';

const PATH = 'manager/analyses/';
const PDF = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(100_000, 7)]);

let farm: ReadyFarm;
let protein: number;

const test = base.override({ now: '2026-04-10T07:00:00Z' });
test.beforeEach(async ({ api }) => {
  farm = await makeReadyFarm(api);
  [{ id: protein }] = (await owner().post('manager/nutrients/starter/', { language: 'en' })).data;
});

const owner = () => farm.client.owner;
const makeAnalysis = () =>
  make(owner(), PATH, { ingredient: farm.silage, sampled_on: '2026-04-01', values: [{ nutrient: protein, value: 8.2 }] });
const send = (api: TestApi, id: number, body: Buffer, token = owner().token) =>
  api.app.request(`/api/${PATH}${id}/files/?name=report.pdf`, {
    method: 'POST',
    headers: { authorization: `JWT ${token}` },
    body: new Uint8Array(body),
  });
const fetchFile = (api: TestApi, id: number, file: number, token = owner().token) =>
  api.app.request(`/api/${PATH}${id}/files/${file}/`, { headers: { authorization: `JWT ${token}` } });

test('the laboratory’s report is stored with its analysis, and disappears with the analysis', async ({ api }) => {
  const analysis = await makeAnalysis();
  const answer = await send(api, analysis.id, PDF);
  expect(answer.status).toBe(201);
  const { data } = await answer.json();
  expect((await owner().get(`${PATH}${analysis.id}/`)).data.files).toMatchObject([
    { id: data.id, name: 'report.pdf', type: 'application/pdf', size: PDF.byteLength },
  ]);
  const back = await fetchFile(api, analysis.id, data.id);
  expect(Buffer.from(await back.arrayBuffer()).equals(PDF)).toBe(true);
  expect(back.headers.get('content-security-policy')).toContain('sandbox');
  const page = await send(api, analysis.id, Buffer.from('<html><script>alert(1)</script>'));
  expect([page.status, Object.keys((await page.json()).errors)]).toEqual([400, ['file']]);
  const large = await send(api, analysis.id, Buffer.concat([PDF, Buffer.alloc(10 * 1024 * 1024)]));
  expect(large.status).toBe(413);
  const second = await (await send(api, analysis.id, PDF)).json();
  expect((await owner().delete(`${PATH}${analysis.id}/files/${second.data.id}/`)).status).toBe(204);
  expect((await fetchFile(api, analysis.id, second.data.id)).status).toBe(404);
  expect((await owner().delete(`${PATH}${analysis.id}/`)).status).toBe(204);
  const left = await api.database.forClient(farm.client.id).selectFrom('delivery_file').select('id').execute();
  expect(left).toEqual([]);
});

test('a file of an analysis belongs to its client and needs the right to change rations', async ({ api }) => {
  const analysis = await makeAnalysis();
  const { data } = await (await send(api, analysis.id, PDF)).json();
  const strange = await makeReadyFarm(api);
  expect((await fetchFile(api, analysis.id, data.id, strange.client.owner.token)).status).toBe(404);
  expect((await send(api, analysis.id, PDF, strange.client.owner.token)).status).toBe(404);
  const { id: group } = await make(owner(), 'perm/groups/', {
    name: 'Sees',
    permissions: [{ module: 'manger', name: 'ration', view: true, add: false, change: false, delete: false }],
  });
  const { caller } = await makeAccount(api, { user_type: 'employee', client_id: farm.client.id, access_group_id: group });
  expect((await fetchFile(api, analysis.id, data.id, caller.token)).status).toBe(200);
  expect((await send(api, analysis.id, PDF, caller.token)).status).toBe(403);
});

test('a file of an analysis travels with the client’s archive, byte by byte', async ({ api }) => {
  const analysis = await makeAnalysis();
  const { data } = await (await send(api, analysis.id, PDF)).json();
  const { caller } = await makeAccount(api, { user_type: 'admin', is_superadmin: true });
  const headers = { authorization: `JWT ${caller.token}` };
  const archive = await api.app.request(`/api/dashboard/clients/${farm.client.id}/archive/`, { headers });
  const taken = await api.app.request('/api/dashboard/clients/import/', { method: 'POST', headers, body: await archive.arrayBuffer() });
  expect(taken.status).toBe(201);
  const there = `dashboard/clients/${(await taken.json()).data.client}`;
  expect((await caller.get(`${there}/${PATH}${analysis.id}/`)).data.files).toMatchObject([{ id: data.id, name: 'report.pdf' }]);
  const file = await api.app.request(`/api/${there}/${PATH}${analysis.id}/files/${data.id}/`, { headers });
  expect(Buffer.from(await file.arrayBuffer()).equals(PDF)).toBe(true);
});
