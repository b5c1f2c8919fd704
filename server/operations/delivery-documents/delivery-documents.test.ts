import { describe, expect } from 'vitest';
import type { TestApi } from '#tests/support/api.ts';
import { make, makeAccount } from '#tests/support/factories.ts';
import { makeReadyFarm, type ReadyFarm } from '#tests/support/feeding.ts';
import { test as base } from '#tests/support/test.ts';

const NOW = '2026-04-10T07:00:00Z';
const PATH = 'manager/deliveries/documents/';

let farm: ReadyFarm;
let supplier: number;

const test = base.override({ now: NOW });
test.beforeEach(async ({ api }) => {
  farm = await makeReadyFarm(api);
  supplier = (await make(owner(), 'manager/deliveries/companies/', { name: 'Mill' })).id;
});

const owner = () => farm.client.owner;
const read = async (path: string) => (await owner().get(path)).data;
const readRest = async (id: number) => (await read(`manager/ingredients/${id}/`)).rest;
const lines = () => [
  { ingredient: farm.meal, value: 3000, price_given: 12_500, price_per: 'tonne' },
  { ingredient: farm.hay, value: 700, price_given: 1000, price_per: 'sum', note: 'wet' },
];
const buildDocument = (values: object = {}) => ({
  farm: farm.farm,
  number: 'BL-17',
  company: supplier,
  delivered_at: '2026-04-09T06:30:00Z',
  vat_percent: 20,
  gross_weight: 18_700,
  tare_weight: 15_000,
  paper_total: 46_200,
  lines: lines(),
  ...values,
});

describe('a delivery document', () => {
  test('its lines are deliveries: stock, price per kilogram and sums follow from the document', async () => {
    const document = await make(owner(), PATH, buildDocument());
    expect(document).toMatchObject({
      number: 'BL-17',
      company_name: 'Mill',
      weight: 3700,
      net: 38_500,
      vat: 7700,
      total: 46_200,
      files: [],
      lines: [
        { ingredient: farm.meal, value: 3000, price: 12.5, price_per: 'tonne', price_given: 12_500, amount: 37_500 },
        // Five decimals are stored; the sum of the document stays exact.
        { ingredient: farm.hay, value: 700, price: 1.42857, price_per: 'sum', price_given: 1000, amount: 1000 },
      ],
    });
    expect([await readRest(farm.meal), await readRest(farm.hay)]).toEqual([3000, 5700]);
    const rows = await read(`manager/deliveries/?document=${document.id}&ordering=-value`);
    expect(rows).toMatchObject([
      { ingredient: farm.meal, price: 12.5, company: supplier, document: document.id, document_number: 'BL-17', delivery_type: 'delivery' },
      { ingredient: farm.hay, note: 'wet', document: document.id },
    ]);
    expect((await read(`manager/deliveries/?search=BL-17`)).length).toBe(2);
  });

  test('its lines are each part of an order, or of none; an order of another feed or supplier is refused at its line', async () => {
    const other = (await make(owner(), 'manager/deliveries/companies/', { name: 'Other mill' })).id;
    const ordered = (company: number, ingredient: number) =>
      make(owner(), 'manager/orders/', { company, ingredient, kg: 5000, price: 12, from: '2026-04-01', to: '2026-04-30' });
    const [ofMeal, ofOther] = [await ordered(supplier, farm.meal), await ordered(other, farm.meal)];
    const left = async () => (await read(`manager/orders/${ofMeal.id}/`)).left;
    const [meal, hay] = lines();

    for (const [wrong, values] of [
      [{ ...hay, order: ofMeal.id }, {}],
      [{ ...hay, ingredient: farm.meal, order: ofOther.id }, {}],
      [{ ...hay, ingredient: farm.meal, order: ofMeal.id }, { delivery_type: 'sale' }],
      [{ ...hay, order: 987_654 }, {}],
    ] as const) {
      const refused = await owner().post(PATH, buildDocument({ ...values, lines: [meal, wrong] }));
      expect([refused.status, Object.keys(refused.errors)]).toEqual([400, ['lines.1.order']]);
    }
    expect([await left(), (await owner().get(PATH)).count]).toEqual([5000, 0]);

    const document = await make(owner(), PATH, buildDocument({ lines: [{ ...meal, order: ofMeal.id }, hay] }));
    const made = document.lines as { id: number; order: number | null }[];
    expect([made.map(({ order }) => order), await left()]).toEqual([[ofMeal.id, null], 2000]);
    const [id, second] = made.map((line) => line.id);
    const change = (values: object, version: number) => owner().put(`${PATH}${document.id}/`, { version, ...values });
    // Without the field the order stays; null removes it; an order of another supplier is refused.
    const kept = await change(
      {
        lines: [
          { ...meal, id, value: 4000 },
          { ...hay, id: second },
        ],
      },
      document.version,
    );
    expect([kept.data.lines[0].order, await left()]).toEqual([ofMeal.id, 1000]);
    const moved = await change({ company: other }, kept.data.version);
    expect([moved.status, Object.keys(moved.errors)]).toEqual([400, ['lines.0.order']]);
    const taken = await change({ lines: [{ ...meal, id, order: null }] }, kept.data.version);
    expect([taken.data.lines[0].order, await left()]).toEqual([null, 5000]);
  });

  test('a change keeps the lines that it names, adds new ones, and takes the feed of the others back', async () => {
    const document = await make(owner(), PATH, buildDocument());
    const [meal, hay] = document.lines as { id: number }[];
    const changed = await owner().put(`${PATH}${document.id}/`, {
      version: document.version,
      number: 'BL-18',
      lines: [
        { ingredient: farm.silage, value: 50, price_given: 1 },
        { ...lines()[0], id: meal!.id, value: 2000 },
      ],
    });
    expect(changed.status).toBe(200);
    expect(changed.data.lines).toMatchObject([{ ingredient: farm.silage }, { id: meal!.id, value: 2000, amount: 25_000 }]);
    expect([await readRest(farm.meal), await readRest(farm.hay), await readRest(farm.silage)]).toEqual([2000, 5000, 10_050]);
    expect((await owner().get(`manager/deliveries/${hay!.id}/`)).status).toBe(404);
    expect((await owner().put(`${PATH}${document.id}/`, { version: document.version, number: 'late' })).status).toBe(409);
  });

  test('a change of the head alone moves feed only if its moment or farm changes', async () => {
    const document = await make(owner(), PATH, buildDocument());
    const moves = async () => (await read(`manager/stocks/${farm.stock}/ledger/?page_size=200`)).length;
    const before = await moves();
    await owner().put(`${PATH}${document.id}/`, { number: 'BL-19', note: 'seen' });
    expect(await moves()).toBe(before);
    await owner().put(`${PATH}${document.id}/`, { delivered_at: '2026-04-08T06:30:00Z' });
    const [row] = await read(`manager/deliveries/?document=${document.id}`);
    expect(Date.parse(row.delivered_at)).toBe(Date.parse('2026-04-08T06:30:00Z'));
    expect(await moves()).toBeGreaterThan(before);
  });

  test('an error of a line is reported at the line, and an error of the head at the head', async ({ api }) => {
    const strange = await makeReadyFarm(api);
    const refused = async (values: object) => (await owner().post(PATH, buildDocument(values))).errors;
    expect(Object.keys(await refused({ lines: [lines()[0], { ...lines()[1], ingredient: strange.meal + 90_000 }] }))).toEqual([
      'lines.1.ingredient',
    ]);
    expect(Object.keys(await refused({ lines: [{ ...lines()[0], value: 0 }] }))).toEqual(['lines.0.value']);
    expect(Object.keys(await refused({ lines: [] }))).toEqual(['lines']);
    expect(Object.keys(await refused({ company: supplier + 90_000 }))).toEqual(['company']);
    expect(Object.keys(await refused({ delivered_at: '2027-01-01T00:00:00Z' }))).toEqual(['delivered_at']);
    expect(await readRest(farm.meal)).toBe(0);
    await owner().post('manager/months/', { farm: farm.farm, month: '2026-03' });
    expect(await refused({ delivered_at: '2026-03-09T06:30:00Z' })).toMatchObject({ delivered_at: [{ code: 'month_closed' }] });
  });

  test('a line keeps to the head of its document; a price changed at the line is per kilogram', async () => {
    const document = await make(owner(), PATH, buildDocument());
    const [, hay] = document.lines as { id: number }[];
    expect((await owner().put(`manager/deliveries/${hay!.id}/`, { company: null })).errors).toMatchObject({ company: [{ code: 23 }] });
    expect((await owner().put(`manager/deliveries/${hay!.id}/`, { price: 2 })).status).toBe(200);
    expect((await read(`${PATH}${document.id}/`)).lines[1]).toMatchObject({ price: 2, price_per: 'kg', price_given: 2, amount: 1400 });
  });

  test('deleting a document reverses all of its feed, restoring posts it again; a line deleted separately stays deleted', async () => {
    const document = await make(owner(), PATH, buildDocument());
    const [, hay] = document.lines as { id: number }[];
    await owner().delete(`manager/deliveries/${hay!.id}/`);
    expect((await owner().delete(`${PATH}${document.id}/`)).status).toBe(204);
    expect([await readRest(farm.meal), await readRest(farm.hay)]).toEqual([0, 5000]);
    const back = await owner().post(`${PATH}${document.id}/restore/`, {});
    expect(back.data.lines).toMatchObject([{ ingredient: farm.meal }]);
    expect([await readRest(farm.meal), await readRest(farm.hay)]).toEqual([3000, 5000]);
  });

  test('a supplier who is replaced is replaced on papers, their lines, and the orders of these', async () => {
    const days = { from: '2026-04-01', to: '2026-04-30' };
    const order = await make(owner(), 'manager/orders/', { company: supplier, ingredient: farm.meal, kg: 5000, price: 12, ...days });
    const [meal, hay] = lines();
    const document = await make(owner(), PATH, buildDocument({ lines: [{ ...meal, order: order.id }, hay] }));
    const other = await make(owner(), 'manager/deliveries/companies/', { name: 'Mill Ltd' });
    const { data } = await owner().post(`manager/deliveries/companies/${supplier}/replace/`, { by: other.id });
    expect(data).toMatchObject({ deleted: true, changes: expect.arrayContaining([{ resource: 'deliverydocuments', count: 1 }]) });
    expect(await read(`${PATH}${document.id}/`)).toMatchObject({ company: other.id, lines: [{ order: order.id }, { order: null }] });
    expect(await read(`manager/orders/${order.id}/`)).toMatchObject({ company: other.id, left: 2000 });
    expect((await read(`manager/deliveries/?document=${document.id}`)).map(({ company }: { company: number }) => company)).toEqual([
      other.id,
      other.id,
    ]);
  });
});

describe('its files', () => {
  const PDF = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(200_000, 7)]);
  const send = (api: TestApi, document: number, name: string, body: Uint8Array, token = owner().token) =>
    api.app.request(`/api/${PATH}${document}/files/?name=${encodeURIComponent(name)}`, {
      method: 'POST',
      headers: { authorization: `JWT ${token}` },
      body: body as BodyInit,
    });
  const fetchFile = (api: TestApi, document: number, file: number, token = owner().token) =>
    api.app.request(`/api/${PATH}${document}/files/${file}/`, { headers: { authorization: `JWT ${token}` } });

  test('come back byte by byte, with headers under which nothing in them runs', async ({ api }) => {
    const document = await make(owner(), PATH, buildDocument());
    const answer = await send(api, document.id, 'Накладна "17".pdf', PDF);
    expect(answer.status).toBe(201);
    const { data } = await answer.json();
    expect(data).toMatchObject({ name: 'Накладна "17".pdf', type: 'application/pdf', size: PDF.byteLength });
    expect((await read(`${PATH}${document.id}/`)).files).toMatchObject([data]);
    const back = await fetchFile(api, document.id, data.id);
    expect(Buffer.from(await back.arrayBuffer()).equals(PDF)).toBe(true);
    expect(Object.fromEntries(back.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(PDF.byteLength),
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent('Накладна "17".pdf')}`,
    });
    expect((await owner().delete(`${PATH}${document.id}/files/${data.id}/`)).status).toBe(204);
    expect((await fetchFile(api, document.id, data.id)).status).toBe(404);
    expect((await read(`${PATH}${document.id}/`)).files).toEqual([]);
  });

  test('the bytes of a file decide its type, not its name; too large a file is refused', async ({ api }) => {
    const document = await make(owner(), PATH, buildDocument());
    const page = await send(api, document.id, 'scan.pdf', Buffer.from('<html><script>alert(1)</script>'));
    expect([page.status, (await page.json()).errors]).toMatchObject([400, { file: [{ code: 1 }] }]);
    expect((await send(api, document.id, 'none.pdf', Buffer.alloc(0))).status).toBe(400);
    const large = await send(api, document.id, 'large.pdf', Buffer.concat([PDF, Buffer.alloc(10 * 1024 * 1024)]));
    expect(large.status).toBe(413);
    const png = await send(api, document.id, 'photo', Buffer.from('\x89PNG\r\n\x1a\nrest', 'latin1'));
    expect((await png.json()).data.type).toBe('image/png');
  });

  test('files are stored under clean names with the right extension', async ({ api }) => {
    const document = await make(owner(), PATH, buildDocument());
    for (const [name, kept] of [
      ['../..', 'file.pdf'],
      ['invoice\u202efdp.exe', 'invoicefdp.exe.pdf'],
      ['scan\u0007.html', 'scan.html.pdf'],
      ['CON.pdf', '_CON.pdf'],
      ['Ж'.repeat(200), `${'Ж'.repeat(98)}.pdf`],
    ] as const) {
      const { data } = await (await send(api, document.id, name, PDF)).json();
      expect(data.name).toBe(kept);
      const back = await fetchFile(api, document.id, data.id);
      expect(back.headers.get('content-disposition')).toBe(`attachment; filename*=UTF-8''${encodeURIComponent(kept)}`);
    }
    const { files } = await read(`${PATH}${document.id}/`);
    expect(files.map(({ name }: { name: string }) => name)).not.toContainEqual(expect.stringMatching(/[\p{C}/\\]/u));
  });

  test('files of an archive are judged like uploads, and get clean names', async ({ api }) => {
    const { caller } = await makeAccount(api, { user_type: 'admin', is_superadmin: true });
    const headers = { authorization: `JWT ${caller.token}` };
    const document = await make(owner(), PATH, buildDocument());
    const { data } = await (await send(api, document.id, 'scan.pdf', PDF)).json();
    const change = async (values: { name?: string; type?: string; size?: number }) => {
      const db = api.database.forClient(farm.client.id);
      await db.updateTable('delivery_file').set(values).where('id', '=', data.id).execute();
      const archive = await api.app.request(`/api/dashboard/clients/${farm.client.id}/archive/`, { headers });
      const body = await archive.arrayBuffer();
      await db
        .updateTable('delivery_file')
        .set({ name: 'scan.pdf', type: 'application/pdf', size: PDF.byteLength })
        .where('id', '=', data.id)
        .execute();
      return (await api.app.request('/api/dashboard/clients/import/', { method: 'POST', headers, body })).json();
    };
    const unfit = async (values: { type?: string; size?: number }) => (await change(values)).errors.file;
    expect(await unfit({ type: 'text/html' })).toMatchObject([{ code: 'unfit_archive', values: ['delivery_file.type'] }]);
    expect(await unfit({ size: 5 })).toMatchObject([{ code: 'unfit_archive', values: ['delivery_file.size'] }]);
    const taken = await change({ name: '../..\u202egpj.html' });
    const { data: copy } = await caller.get(`dashboard/clients/${taken.data.client}/${PATH}${document.id}/`);
    expect(copy.files).toMatchObject([{ name: 'gpj.html.pdf' }]);
  });

  test('files belong to their client, and need the right to change deliveries', async ({ api }) => {
    const document = await make(owner(), PATH, buildDocument());
    const { data } = await (await send(api, document.id, 'a.pdf', PDF)).json();
    const strange = await makeReadyFarm(api);
    expect((await fetchFile(api, document.id, data.id, strange.client.owner.token)).status).toBe(404);
    expect((await send(api, document.id, 'b.pdf', PDF, strange.client.owner.token)).status).toBe(404);
    const { id: group } = await make(owner(), 'perm/groups/', {
      name: 'Sees',
      permissions: [{ module: 'manger', name: 'delivery', view: true, add: false, change: false, delete: false }],
    });
    const { caller } = await makeAccount(api, { user_type: 'employee', client_id: farm.client.id, access_group_id: group });
    expect((await fetchFile(api, document.id, data.id, caller.token)).status).toBe(200);
    expect((await send(api, document.id, 'c.pdf', PDF, caller.token)).status).toBe(403);
  });

  test('travel with the client’s archive, byte by byte, with the paper and its lines', async ({ api }) => {
    const document = await make(owner(), PATH, buildDocument());
    const { data } = await (await send(api, document.id, 'scan.pdf', PDF)).json();
    const { caller } = await makeAccount(api, { user_type: 'admin', is_superadmin: true });
    const headers = { authorization: `JWT ${caller.token}` };
    const archive = await api.app.request(`/api/dashboard/clients/${farm.client.id}/archive/`, { headers });
    expect(archive.status).toBe(200);
    const taken = await api.app.request('/api/dashboard/clients/import/', { method: 'POST', headers, body: await archive.arrayBuffer() });
    expect(taken.status).toBe(201);
    const there = `dashboard/clients/${(await taken.json()).data.client}`;
    const { data: copy } = await caller.get(`${there}/${PATH}${document.id}/`);
    expect(copy).toMatchObject({
      number: 'BL-17',
      total: 46_200,
      lines: [{ value: 3000 }, { value: 700, price_per: 'sum' }],
      files: [{ id: data.id }],
    });
    const file = await api.app.request(`/api/${there}/${PATH}${document.id}/files/${data.id}/`, { headers });
    expect(Buffer.from(await file.arrayBuffer()).equals(PDF)).toBe(true);
  });
});

describe('lines in packs', () => {
  test('a line in packs has their kilograms, keeps them at a later sample, and its price is of all of them', async () => {
    const pack = { ingredient: farm.hay, name: 'Bale', from: '2026-04-01', kg: 250 };
    await make(owner(), 'manager/packs/', pack);
    const packed = { ingredient: farm.hay, packs: 4, price_given: 2500, price_per: 'sum' };
    const document = await make(owner(), PATH, buildDocument({ lines: [lines()[0], packed] }));
    const [first, second] = document.lines as { id: number }[];
    expect(second).toMatchObject({ value: 1000, pack: 'Bale', packs: 4, pack_kg: 250, price: 2.5, amount: 2500 });
    await make(owner(), 'manager/packs/', { ...pack, from: '2026-04-05', kg: 240 });
    const change = (values: object) =>
      owner().put(`${PATH}${document.id}/`, {
        lines: [
          { ...lines()[0], id: first!.id },
          { ...packed, id: second!.id, ...values },
        ],
      });
    expect((await change({ note: 'wet' })).data.lines[1]).toMatchObject({ value: 1000, packs: 4, pack_kg: 250, note: 'wet' });
    expect((await change({ packs: 5 })).data.lines[1]).toMatchObject({ value: 1200, packs: 5, pack_kg: 240, price: 2.08333 });
    expect((await owner().put(`${PATH}${document.id}/`, { note: 'Weighed' })).data.lines[1]).toMatchObject({ value: 1200, packs: 5 });
    expect((await change({ packs: null, value: 1190 })).data.lines[1]).toMatchObject({ value: 1190, pack: null, packs: null });
  });

  test('wrong packs of a line are refused at the line, and nothing is written', async () => {
    await make(owner(), 'manager/packs/', { ingredient: farm.hay, name: 'Bale', from: '2026-04-01', kg: 250 });
    const refuse = async (line: object) => {
      const { status, errors } = await owner().post(
        PATH,
        buildDocument({ lines: [lines()[0], { ingredient: farm.hay, price_given: 1, ...line }] }),
      );
      return [status, Object.entries(errors ?? {}).map(([field, [first]]) => [field, first?.code])];
    };
    expect(await refuse({})).toEqual([400, [['lines.1.value', 2]]]);
    expect(await refuse({ packs: 4, value: 999 })).toEqual([400, [['lines.1.value', 23]]]);
    expect(await refuse({ packs: 4, pack: 'Bag' })).toEqual([400, [['lines.1.pack', 'unknown_name']]]);
    expect(await refuse({ ingredient: farm.meal, packs: 4 })).toEqual([400, [['lines.1.packs', 23]]]);
    expect(await read(PATH)).toEqual([]);
  });
});
