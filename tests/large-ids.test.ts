import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { permissionsOf } from '#contract/access.ts';
import { allReports } from '#contract/reports/index.ts';
import type { ReportData } from '#contract/reports/shape.ts';
import { consentUrl } from '#server/reports/subscriptions/mail-consent.ts';
import { ofClient } from '#server/reports/subscriptions/owner.ts';
import { ACCOUNT_CODES } from './support/account-codes.ts';
import type { TestApi } from './support/api.ts';
import { fillClient } from './support/every-row.ts';
import { deliver, make, makeAccount, makeClient, type TestClient } from './support/factories.ts';
import { makePeriod, makeReadyFarm, makeSchedule, moveTo, type ReadyFarm } from './support/feeding.ts';
import { test } from './support/test.ts';

/** Sixteen digits, as after an archive with the largest allowed id; far more than 31 bits. */
const FAR = 2 ** 52 - 1_000_000;
const DAY = '2026-03-10';

let api: TestApi;
let farm: ReadyFarm;
let batch: number;
let loaded: number;
const owner = () => farm.client.owner;
const listIds = ({ data }: { data: { id: number }[] }) => data.map(({ id }) => id);

test.beforeAll(async ({ api: server }) => {
  api = server;
  const db = api.database.acrossClients();
  const { rows } = await sql<{
    name: string;
  }>`select quote_ident(sequencename) as name from pg_sequences where schemaname = 'public'`.execute(db);
  for (const { name } of rows) await sql`select setval(${name}, ${FAR})`.execute(db);
  api.setNow(`${DAY}T06:00:00Z`);
  farm = await makeReadyFarm(api);
  await deliver(owner(), farm, farm.meal, 5000, 12);
  await feed();
  batch = await makeCompound();
});

/** A feeding, planned, loaded and unloaded. */
async function feed(): Promise<void> {
  loaded = (await makeSchedule(farm, DAY)).id;
  const tell = async (way: string, body: object) =>
    expect((await owner().put(`schedule/schedules/${loaded}/${way}/`, body)).status).toBe(200);
  await tell('load', { status: 'in_process', started_at: `${DAY}T05:00:00Z` });
  const items = [
    { ingredient: farm.silage, weight_fact: 3010 },
    { ingredient: farm.hay, weight_fact: 1490 },
    { ingredient: farm.meal, weight_fact: 500 },
  ];
  await tell('load', { status: 'loaded', seconds: 600, items });
  await tell('upload', { status: 'out_process', started_at: `${DAY}T05:20:00Z` });
  const groups = [
    { group: farm.cowsGroup, weight_fact: 4000 },
    { group: farm.heifers, weight_fact: 1000 },
  ];
  await tell('upload', { status: 'uploaded', seconds: 600, groups });
}

async function makeCompound(): Promise<number> {
  const values = { farm: farm.farm, stock: farm.stock, type: farm.type, name: 'Compound', price: 1, dry_matter: 88 };
  const ingredient = (await make(owner(), 'manager/ingredients/', values)).id;
  const items = [{ ingredient: farm.meal, percent: 100 }];
  const recipe = (await make(owner(), 'manager/recipes/', { farm: farm.farm, name: 'Compound', ingredient, items })).id;
  const { id } = await make(owner(), 'animalfeed/schedules/', { farm: farm.farm, recipe, planned_on: DAY, weight_plan: 500 });
  const answer = await owner().post(`animalfeed/schedules/${id}/load/`, {
    status: 'loaded',
    started_at: `${DAY}T05:00:00Z`,
    items: [{ ingredient: farm.meal, weight_fact: 490 }],
  });
  expect(answer.status).toBe(200);
  return id;
}

describe('ids beyond 31 bits', () => {
  test('identify every new row in lists, single reads, changes and history', async () => {
    const client = await makeClient(api);
    const kept: [string, Record<string, unknown>][] = [];
    await fillClient(client, (path, row) => kept.push([path.slice(1), row]));
    expect(kept.length).toBeGreaterThan(15);
    for (const [path, row] of kept) {
      const id = Number(row.id);
      expect(id, path).toBeGreaterThan(FAR);
      // Farms are listed with their companies.
      if (path !== 'manager/farms') expect(listIds(await client.owner.get(`${path}/`)), path).toContain(id);
      expect((await client.owner.get(`${path}/${id}/`)).data, path).toMatchObject({ id });
    }
    const [path, { id, name }] = kept.find(([at]) => at === 'manager/groups') as [string, { id: number; name: string }];
    const { status, data } = await client.owner.put(`${path}/${id}/`, { name: `${name} of spring` });
    expect([status, data.id]).toEqual([200, id]);
    const history = await client.owner.get(`history/groups/?id=${id}&user=${client.ownerId}`);
    expect(history.data.map((row: Record<string, unknown>) => [row.type, row.resource_id, row.user])).toEqual([
      ['update', id, client.ownerId],
      ['create', id, client.ownerId],
    ]);
    expect(listIds(history)[0]).toBeGreaterThan(FAR);
  });

  test('reach open screens in events', async () => {
    const response = await api.app.fetch(
      new Request('http://localhost/api/events/', { headers: { authorization: `JWT ${owner().token}` } }),
    );
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    const { id } = await deliver(owner(), farm, farm.hay, 10, 4);
    let text = '';
    while (!text.includes('"deliveries"')) text += (await reader.read()).value ?? '';
    await reader.cancel();
    expect(text).toContain(`"ids":[${id}]`);
  });

  test('filter lists', async () => {
    const feeds = await owner().get(`manager/ingredients/?farm=${farm.farm}`);
    expect(listIds(feeds)).toEqual(expect.arrayContaining([farm.hay, farm.meal]));
    expect(listIds(await owner().get(`manager/deliveries/?ingredient=${farm.meal}`))).toHaveLength(1);
    expect(listIds(await owner().get(`schedule/schedules/?farm=${farm.farm}&ration=${farm.ration}&mixer=${farm.mixer}`))).toEqual([loaded]);
    expect(listIds(await owner().get(`schedule/schedules/?farm=${farm.farm}&ration=${farm.ration - 4_000_000}`))).toEqual([]);
  });

  test('limit people to farms, and lead consultants to their clients', async () => {
    const permissions = permissionsOf({ 'manger.group': 'v' });
    const group = await make(owner(), 'perm/groups/', { name: 'Of the farm', farms: [farm.farm], permissions });
    const { caller } = await makeAccount(api, { user_type: 'employee', client_id: farm.client.id, access_group_id: group.id });
    expect(listIds(await caller.get('manager/groups/')).toSorted()).toEqual([farm.cowsGroup, farm.heifers].toSorted());
    const consultant = (await makeAccount(api, { user_type: 'consultant', clients: [farm.client.id] })).caller;
    const inside = await consultant.get(`dashboard/clients/${farm.client.id}/farms/${farm.farm}/manager/groups/`);
    expect(listIds(inside).toSorted()).toEqual([farm.cowsGroup, farm.heifers].toSorted());
  });

  test('plan a day from a period, and its order', async () => {
    const period = await makePeriod(farm, { active: true });
    const planned = await owner().get(`schedule/schedules/?farm=${farm.farm}&planned_on=${DAY}&ordering=position`);
    expect(planned.count).toBe(2);
    const turned = listIds(planned).toReversed();
    const ordering = await owner().post('schedule/schedules/ordering/', { farm: farm.farm, planned_on: DAY, ids: turned });
    expect(ordering.status).toBeLessThan(300);
    expect(listIds(await owner().get(`schedule/schedules/?farm=${farm.farm}&planned_on=${DAY}&ordering=position`))).toEqual(turned);
    expect((await owner().put(`manager/loadings/${period.id}/`, { active: false })).status).toBe(200);
  });

  test('work in every report, complete and filtered by ids', async () => {
    const told: string[] = [];
    for (const { id, required, filters } of allReports) {
      const template = { accounts: ACCOUNT_CODES };
      const named = {
        client: () => farm.client.id,
        blank: async () =>
          (await make(owner(), 'report/additional/', { farm: farm.farm, kind: 'blank', name: id, report_type: id, template })).id,
      };
      const needed = Object.entries(named).filter(([name]) => required?.some((one) => one === name));
      const place = (await Promise.all(needed.map(async ([name, find]) => `&${name}=${await find()}`))).join('');
      const cuts = { ingredient: `${farm.hay},${farm.silage}`, group: farm.cowsGroup, ration: farm.ration, mixer: farm.mixer };
      const known = Object.entries(cuts).filter(([name]) => filters.some((one) => one === name));
      for (const cut of ['', known.map(([name, value]) => `&${name}=${value}`).join('')]) {
        const query = `?planned_on_after=${DAY}&planned_on_before=${DAY}&farm=${farm.farm}&language=uk${place}${cut}`;
        const { status, data, errors } = await owner().get<ReportData>(`report/${id}/make/${query}`);
        expect.soft([status, errors], `${id}${cut}`).toEqual([200, undefined]);
        if (data?.rows.length > 0 && cut === '') told.push(id);
      }
    }
    expect(told.length).toBeGreaterThan(15);
  });

  test('open a row of a report', async () => {
    const keys = [
      `schedule_load/${loaded}`,
      `schedule_upload/${loaded}`,
      `animalfeed_loading/${batch}`,
      `planfeed/${DAY}_${farm.cowsGroup}_${farm.ration}`,
    ];
    for (const key of keys) {
      const { status, data } = await owner().get<ReportData>(`report/${key}/detail/`);
      expect([key, status]).toEqual([key, 200]);
      expect(data.rows.length, key).toBeGreaterThan(0);
    }
  });

  test('work in links without a sign-in', async () => {
    const filters = { farm: [String(farm.farm)], planned_on_after: DAY, planned_on_before: DAY };
    const share = await make(owner(), 'report/shares/', { report: 'planfeed', filters, until: '2026-03-20' });
    const secret = String(share.url).split('/').at(-1)!;
    const looked = await api.nobody.post('report/shared/look/', { secret, language: 'en' });
    expect([looked.status, looked.data.report.data.rows.length]).toEqual([200, 2]);

    const [client, email] = [farm.client.id, 'boss@farm.test'];
    const { rows } = await sql<{ id: number }>`
      insert into mail_address (client_id, email, language) values (${client}, ${email}, 'en') returning id`.execute(
      api.database.acrossClients(),
    );
    const id = Number(rows[0]?.id);
    expect(id).toBeGreaterThan(FAR);
    const url = consentUrl(api.services, { owner: ofClient(client), id, email });
    const consent = await api.nobody.post('report/mail-consent/look/', { secret: url.split('/').at(-1) });
    expect([consent.status, consent.data?.email]).toEqual([200, email]);
  });

  test('close a month, and refuse writes into it', async () => {
    await moveTo(api, farm, '2026-04-02T09:00:00Z');
    expect((await owner().post('manager/months/', { farm: farm.farm, month: '2026-03' })).status).toBe(201);
    const late = { farm: farm.farm, delivery_type: 'delivery', ingredient: farm.hay, value: 1, price: 1, delivered_at: `${DAY}T07:00:00Z` };
    expect((await owner().post('manager/deliveries/', late)).status).toBe(409);
  });

  test('travel in an archive, and new rows get later ids', async ({ elsewhere: there }) => {
    const root = (await makeAccount(api, { user_type: 'admin', is_superadmin: true })).caller;
    const headers = { authorization: `JWT ${root.token}` };
    const archive = await api.app.fetch(new Request(`http://localhost/api/dashboard/clients/${farm.client.id}/archive/`, { headers }));
    const body = await archive.arrayBuffer();
    const admin = (await makeAccount(there, { user_type: 'admin', is_superadmin: true })).caller;
    const request = { method: 'POST', headers: { authorization: `JWT ${admin.token}` }, body };
    const { data } = (await (await there.app.fetch(new Request('http://localhost/api/dashboard/clients/import/', request))).json()) as {
      data: { client: number };
    };
    const inside = `dashboard/clients/${data.client}`;
    expect(listIds(await admin.get(`${inside}/manager/groups/`)).toSorted()).toEqual([farm.cowsGroup, farm.heifers].toSorted());
    const { status, data: made } = await admin.post(`${inside}/manager/animaltypes/`, { name: 'Zebu' });
    expect([status, made.id > farm.cows]).toEqual([201, true]);
  });
});

describe('an id beyond what a number keeps exactly', () => {
  test.each(['9007199254740992', '9999999999999999', '99999999999999999999', '0'])(
    '%s is an unknown row at every place of a request',
    async (id) => {
      const client: TestClient = await makeClient(api);
      const { caller: root } = await makeAccount(api, { user_type: 'admin', is_superadmin: true });
      expect((await client.owner.get(`manager/groups/${id}/`)).status).toBe(404);
      expect((await client.owner.get(`manager/groups/?farm=${id}`)).status).toBe(400);
      expect((await client.owner.get(`report/schedule_load/${id}/detail/`)).status).toBe(404);
      expect((await client.owner.get(`report/planfeed/${DAY}_${id}_1/detail/`)).status).toBe(404);
      expect((await root.get(`dashboard/clients/${id}/manager/groups/`)).status).toBe(404);
      expect((await client.owner.post('manager/farms/', { company: Number(id), name: 'Nowhere', timezone: 'UTC' })).status).toBe(400);
    },
  );
});
