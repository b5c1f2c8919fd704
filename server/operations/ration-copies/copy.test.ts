import { sql } from 'kysely';
import { expect } from 'vitest';
import type { CopyResult, CopyTarget } from '#contract/operations/ration-copies.ts';
import type { Caller } from '#tests/support/api.ts';
import { make, makeAccount, makeClient, makeFarm, makeIngredient, type TestClient, type TestFarm } from '#tests/support/factories.ts';
import { makeReadyFarm, type ReadyFarm } from '#tests/support/feeding.ts';
import { test } from '#tests/support/test.ts';

const TODAY = '2026-03-10';
test.override('now', `${TODAY}T10:00:00Z`);

let source: ReadyFarm;
let silage: number;
let barley: number;
let premix: number;
let ration: number;
let name: string;

const FEEDS = [
  { name: 'Maize silage', dry_matter: 34, price: 1.5 },
  { name: 'Barley', dry_matter: 88, price: 7 },
  { name: 'Premix', dry_matter: 95, price: 60 },
];
const addFeeds = async (caller: Caller, at: TestFarm, feeds: readonly object[] = FEEDS) => {
  const ids: number[] = [];
  for (const feed of feeds) ids.push((await makeIngredient(caller, at, feed)).id);
  return ids;
};

test.beforeAll(async ({ farm }) => {
  source = farm;
  [silage = 0, barley = 0, premix = 0] = await addFeeds(owner(), source);
  name = 'High yield';
  ration = (
    await make(owner(), 'manager/rations/', {
      farm: source.farm,
      name,
      basis: 'head_fresh',
      items: [
        { ingredient: silage, amount: 30, hold: 'dry' },
        { ingredient: barley, amount: 6, hold: 'fresh' },
        { ingredient: premix, amount: 0.2, hold: 'fresh' },
      ],
    })
  ).id;
});

const owner = () => source.client.owner;
interface Options {
  by?: Caller;
  dry?: boolean;
  from?: number;
  within?: number;
  reason?: string;
}
const send = (targets: object[], { by = owner(), dry = false, from = ration, within, reason = 'Spring grass' }: Options = {}) =>
  by.post<CopyResult[]>(`${within ? `dashboard/clients/${within}/` : ''}manager/rations/${from}/copy/${dry ? '?dry_run=true' : ''}`, {
    targets,
    reason,
  });
const copy = async (targets: object[], options: Options = {}) => {
  const answer = await send(targets, options);
  expect([answer.status, answer.errors]).toEqual([200, undefined]);
  return answer.data;
};
const listRations = async (caller: Caller, farm: number) =>
  (await caller.get(`manager/rations/?farm=${farm}`)).data as { id: number; name: string }[];
const findHistory = async (caller: Caller, id: number) => (await caller.get(`history/rations/?id=${id}`)).data;
/** A farm of the client with the feeds, spelled differently. */
const makeSister = async (feeds: readonly object[] = FEEDS, client = source.client) => {
  const at = await makeFarm(client.owner);
  return { ...at, feeds: await addFeeds(client.owner, at, feeds) };
};

test('a copy matches feeds by item number and by name, and each farm gets a version with the reason and the author', async () => {
  const sister = await makeSister([
    { ...FEEDS[0], name: '  maize  SILAGE', dry_matter: 30 },
    FEEDS[1] as object,
    { ...FEEDS[2], name: 'Mineral mix' },
  ]);
  await owner().put(`manager/ingredients/${premix}/`, { item_number: '4711' });
  await owner().put(`manager/ingredients/${sister.feeds[2]}/`, { item_number: '4711' });
  const [first] = await copy([{ farm: sister.farm }]);
  expect(first).toMatchObject({ outcome: 'created', errors: {}, before: null, client: source.client.id });
  expect(first?.parts.map(({ match, use }) => [match, use])).toEqual([
    ['name', sister.feeds[0]],
    ['name', sister.feeds[1]],
    ['number', sister.feeds[2]],
  ]);
  const created = (await owner().get(`manager/rations/${first?.ration}/`)).data;
  // The silage is wetter here: 30 kg at 34 % are 34 kg at 30 %.
  expect(created).toMatchObject({ farm: sister.farm, name, template: false, kg_per_head: 40.2, dry_matter_per_head: 15.67 });
  const [history] = await findHistory(owner(), created.id);
  expect([history.type, history.after.reason, history.user_name]).toEqual(['create', 'Spring grass', 'Test client']);
  await owner().put(`manager/rations/${ration}/`, {
    items: [
      { ingredient: silage, amount: 28, hold: 'dry' },
      { ingredient: barley, amount: 7 },
    ],
  });
  const [second] = await copy([{ farm: sister.farm, version: created.version }], { reason: '' });
  expect(second).toMatchObject({ outcome: 'changed', ration: created.id, version: 2, before: { kg_per_head: 40.2 } });
  expect((await findHistory(owner(), created.id))[0].after.reason).toBeUndefined();
  const [third] = await copy([{ farm: sister.farm }]);
  expect(third).toMatchObject({ outcome: 'same', version: 2 });
  const [stale] = await copy([{ farm: sister.farm, version: 1 }], { from: (await addVariant()).id });
  expect(stale).toMatchObject({ outcome: 'refused', errors: { version: [{ code: 'stale_version' }] } });
});

/** Another farm's ration of the same name, so that the copy changes something. */
const addVariant = async () => {
  const at = await makeSister();
  return make(owner(), 'manager/rations/', {
    farm: at.farm,
    name,
    items: [
      { ingredient: at.feeds[0], percent: 80 },
      { ingredient: at.feeds[1], percent: 20 },
    ],
  });
};

test('a dry run shows what the copy then writes, with the feedings that wait, and writes nothing itself', async () => {
  const at = await makeReadyFarm({} as never, undefined, source.client);
  const feeds = await addFeeds(owner(), at);
  const old = await make(owner(), 'manager/rations/', { farm: at.farm, name, items: [{ ingredient: at.hay, percent: 100 }] });
  const groups = [{ group: at.cowsGroup, weight_per_head: 20 }];
  const waiting = await make(owner(), 'schedule/schedules/', { farm: at.farm, planned_on: TODAY, ration: old.id, mixer: at.mixer, groups });
  const fresh = await makeSister();
  const targets = [{ farm: at.farm }, { farm: fresh.farm }];
  const before = await owner().get(`schedule/schedules/${waiting.id}/`);
  const tried = await copy(targets, { dry: true });
  expect(await listRations(owner(), fresh.farm)).toEqual([]);
  expect((await owner().get(`schedule/schedules/${waiting.id}/`)).data).toEqual(before.data);
  expect(tried[0]).toMatchObject({ outcome: 'changed', ration: old.id, waiting: { loads: 1, kg_before: 2000 } });
  expect(tried[1]).toMatchObject({ outcome: 'created', ration: null, waiting: { loads: 0 } });
  const written = await copy(targets);
  for (const [index, result] of written.entries()) {
    const { ration: id, version: _, ...others } = result;
    const { ration: _id, version: _version, ...shown } = tried[index] as CopyResult;
    expect(others).toEqual(shown);
    expect((await owner().get(`manager/rations/${id}/`)).data).toMatchObject(result.after as object);
  }
  const planned = (await owner().get(`schedule/schedules/${waiting.id}/`)).data;
  expect(planned.weight_plan).toBe(written[0]?.waiting.kg_after);
  expect(planned.items.map(({ ingredient }: { ingredient: number }) => ingredient)).toEqual(feeds.slice(0, planned.items.length));
});

test('a part without a match is asked about: a feed is chosen, or the part is left out and percentages keep their proportions', async () => {
  const at = await makeSister([FEEDS[0] as object, { name: 'Wheat', dry_matter: 88, price: 6 }]);
  const other = (
    await make(owner(), 'manager/rations/', {
      farm: source.farm,
      name: 'By percent',
      items: [
        { ingredient: silage, percent: 60 },
        { ingredient: barley, percent: 20 },
        { ingredient: premix, percent: 20 },
      ],
    })
  ).id;
  const [asked] = await copy([{ farm: at.farm }], { from: other });
  expect(asked).toMatchObject({ outcome: 'open', errors: { choices: [{ code: 2, values: ['Barley', 'Premix'] }] }, after: null });
  expect(asked?.feeds.map(({ id }) => id).toSorted()).toEqual(at.feeds.toSorted());
  expect(await listRations(owner(), at.farm)).toEqual([]);
  const choices = [
    { ingredient: barley, use: at.feeds[1] },
    { ingredient: premix, use: null },
  ];
  const [answered] = await copy([{ farm: at.farm, choices }], { from: other });
  expect(answered?.parts.map(({ match }) => match)).toEqual(['name', 'chosen', 'left_out']);
  expect(answered?.after?.items).toMatchObject([
    { ingredient: at.feeds[0], percent: 75, amount: 75 },
    { ingredient: at.feeds[1], percent: 25, amount: 25 },
  ]);
});

test('water is matched like a part, and left out with its target', async () => {
  const at = await makeSister();
  const water = (await makeIngredient(owner(), source, { name: 'Water', dry_matter: 0, price: 0 })).id;
  const wet = await make(owner(), 'manager/rations/', {
    farm: source.farm,
    name: 'Wet',
    basis: 'head_fresh',
    target_dry_matter: 30,
    water,
    items: [{ ingredient: silage, amount: 30 }],
  });
  const [asked] = await copy([{ farm: at.farm }], { from: wet.id });
  expect(asked?.errors.choices?.[0]?.values).toEqual(['Water']);
  const [dry] = await copy([{ farm: at.farm, choices: [{ ingredient: water, use: null }] }], { from: wet.id });
  expect((await owner().get(`manager/rations/${dry?.ration}/`)).data).toMatchObject({
    water: null,
    target_dry_matter: null,
    kg_per_head: 30,
  });
  const own = (await makeIngredient(owner(), at, { name: 'WATER', dry_matter: 0, price: 0 })).id;
  const [wetted] = await copy([{ farm: at.farm }], { from: wet.id });
  expect((await owner().get(`manager/rations/${wetted?.ration}/`)).data).toMatchObject({
    water: own,
    target_dry_matter: 30,
    kg_per_head: 34,
  });
});

test('a refused farm holds back the other farms of its client and names its field', async () => {
  const [sound, other, third] = [await makeSister(), await makeSister(), await makeSister()];
  const feeds = other.feeds as [number, number, number];
  const remove = await makeIngredient(owner(), other);
  await owner().delete(`manager/ingredients/${remove.id}/`);
  const choose = (use: number) => [{ farm: sound.farm }, { farm: other.farm, choices: [{ ingredient: silage, use }] }];
  for (const use of [remove.id, third.feeds[0], 999_999]) {
    const [held, refused] = await copy(choose(use as number));
    expect(refused).toMatchObject({ outcome: 'refused', errors: { 'choices.0.use': [{ code: 23 }] } });
    expect(held).toMatchObject({ outcome: 'held', ration: null });
    expect(await listRations(owner(), sound.farm)).toEqual([]);
  }
  const [, twice] = await copy(choose(feeds[1]));
  expect(twice).toMatchObject({ outcome: 'refused', errors: { 'items.1.ingredient': [{ code: 23 }] } });
  const foreign = await copy([{ farm: sound.farm }, { farm: other.farm, choices: [{ ingredient: feeds[0], use: feeds[0] }] }]);
  expect(foreign[1]?.errors).toHaveProperty(['choices.0.ingredient']);
  const gone = await copy([{ farm: sound.farm }, { farm: 999_999 }]);
  expect(gone.map(({ outcome }) => outcome)).toEqual(['held', 'refused']);
  expect(gone[1]?.errors.farm?.[0]?.code).toBe(23);
  const self = await copy([{ farm: source.farm }]);
  expect(self[0]?.errors.farm?.[0]?.code).toBe(23);
  expect(await listRations(owner(), sound.farm)).toEqual([]);
  const doubled = await send([{ farm: sound.farm }, { farm: sound.farm }]);
  expect([doubled.status, doubled.errors['targets.1.farm']?.[0]?.code]).toEqual([400, 5]);
});

test('a part that doesn’t fit into the farm’s mixer is refused at its field', async () => {
  const at = await makeSister();
  await make(owner(), 'manager/mixers/', { farm: at.farm, name: 'Small', max_weight: 20 });
  const [refused] = await copy([{ farm: at.farm }]);
  expect(refused).toMatchObject({ outcome: 'refused', errors: { 'items.0.amount': [{ code: 'mixer_weight' }] } });
  expect(await listRations(owner(), at.farm)).toEqual([]);
});

/** A consultant of the source's client and of another one. */
async function makeConsultant(api: Parameters<typeof makeClient>[0]) {
  const other: TestClient = await makeClient(api);
  const at = await makeSister(FEEDS, other);
  const account = await makeAccount(api, { user_type: 'consultant', clients: [source.client.id, other.id] });
  return { other, at, account, by: account.caller };
}
const grant = (client: TestClient, id: number, may_copy_rations = true) =>
  client.owner.put(`perm/consultants/${id}/`, { may_copy_rations });

test('a consultant copies to another client only with that client’s grant, which can be revoked', async ({ api }) => {
  const { other, at, account, by } = await makeConsultant(api);
  const options = { by, within: source.client.id };
  const target = { client: other.id, farm: at.farm };
  const findTarget = async () =>
    (await by.get<CopyTarget[]>(`dashboard/clients/${source.client.id}/manager/rations/targets/`)).data.find(
      ({ farm, client }) => farm === at.farm && client === other.id,
    );
  for (const dry of [true, false]) {
    const [refused] = await copy([target], { ...options, dry });
    expect(refused).toMatchObject({ outcome: 'refused', errors: { client: [{ code: 'not_permitted' }] }, parts: [] });
  }
  expect([(await findTarget())?.may_copy, await listRations(other.owner, at.farm)]).toEqual([false, []]);
  expect((await other.owner.get('perm/consultants/')).data).toMatchObject([{ id: account.id, may_copy_rations: false }]);
  expect((await grant(other, account.id)).data).toMatchObject({ id: account.id, may_copy_rations: true });
  expect((await findTarget())?.may_copy).toBe(true);
  const [written] = await copy([target], options);
  expect(written).toMatchObject({ outcome: 'created', client: other.id });
  expect(written?.parts.every(({ match }) => match === 'name')).toBe(true);
  const [history] = await findHistory(other.owner, written?.ration ?? 0);
  expect([history.user_name, history.after.reason]).toEqual(['Test consultant', 'Spring grass']);
  const { rows } = await sql`
    select action, resource, resource_id, account_id from activity where client_id = ${other.id} and resource in ('rations', 'consultants') order by id`.execute(
    api.database.acrossClients(),
  );
  expect(rows).toMatchObject([
    { action: 'grant', resource: 'consultants', resource_id: account.id },
    { action: 'create', resource: 'rations', resource_id: written?.ration, account_id: account.id },
  ]);
  // The grant is for copies alone.
  const put = await by.put(`dashboard/clients/${other.id}/manager/rations/${written?.ration}/`, { name: 'Mine' });
  expect(put.status).toBe(403);
  await grant(other, account.id, false);
  await owner().put(`manager/rations/${ration}/`, { density: 320 });
  const [revoked] = await copy([target], options);
  expect(revoked).toMatchObject({ outcome: 'refused', errors: { client: [{ code: 'not_permitted' }] } });
  expect((await other.owner.get(`manager/rations/${written?.ration}/`)).data.version).toBe(1);
});

test('a refused client holds back no other client, and ids of one client are refused in another', async ({ api }) => {
  const { other, at, account, by } = await makeConsultant(api);
  const stranger = await makeClient(api);
  const theirs = await makeSister(FEEDS, stranger);
  const sister = await makeSister();
  await grant(other, account.id);
  const results = await copy(
    [
      { client: source.client.id, farm: sister.farm },
      { client: other.id, farm: at.farm },
      { client: stranger.id, farm: theirs.farm },
    ],
    { by, within: source.client.id },
  );
  expect(results.map(({ outcome }) => outcome)).toEqual(['refused', 'created', 'refused']);
  expect(results[2]).toMatchObject({ client_name: '', farm_name: '', errors: { client: [{ code: 23 }] } });
  expect(await listRations(stranger.owner, theirs.farm)).toEqual([]);
  expect(await listRations(owner(), sister.farm)).toEqual([]);
  // A farm or a feed of another client, under the wrong client.
  const wrong = await copy([{ client: other.id, farm: sister.farm + 1_000_000 }], { by, within: source.client.id });
  expect(wrong[0]?.errors.farm?.[0]?.code).toBe(23);
  const feed = await copy([{ client: other.id, farm: at.farm, choices: [{ ingredient: silage, use: 999_999 }] }], {
    by,
    within: source.client.id,
  });
  expect(feed[0]?.errors).toHaveProperty(['choices.0.use']);
  // The owner doesn't reach the other client, and no one copies a ration of a client that isn't theirs.
  const [unreached] = await copy([{ client: other.id, farm: at.farm }]);
  expect(unreached).toMatchObject({ outcome: 'refused', client_name: '' });
  expect((await send([{ farm: theirs.farm }], { by: stranger.owner })).status).toBe(404);
});

test('a copy to ten farms of two clients states what happened at each, and a client with a failing farm gets nothing', async ({ api }) => {
  const { other, at, account, by } = await makeConsultant(api);
  await grant(other, account.id);
  await grant(source.client, account.id);
  const own = [await makeSister(), await makeSister(), await makeSister(), await makeSister(), await makeSister()];
  const theirs = [at];
  while (theirs.length < 5) theirs.push(await makeSister(FEEDS, other));
  const failing = own[3]!;
  // A deleted feed is none of the farm's feeds, by its name or by choice.
  await owner().delete(`manager/ingredients/${failing.feeds[1]}/`);
  const targets = [
    ...own.map(({ farm }) => ({ client: source.client.id, farm })),
    ...theirs.map(({ farm }) => ({ client: other.id, farm })),
  ];
  const expected = [...own.map((one) => (one === failing ? 'open' : 'held')), ...theirs.map(() => 'created')];
  const options = { by, within: source.client.id };
  const tried = await copy(targets, { ...options, dry: true });
  expect(tried.map(({ outcome }) => outcome)).toEqual(expected);
  for (const { farm } of theirs) expect(await listRations(other.owner, farm)).toEqual([]);
  const written = await copy(targets, options);
  expect(written.map(({ outcome, farm }) => [outcome, farm])).toEqual(targets.map(({ farm }, index) => [expected[index], farm]));
  expect(written[3]?.errors).toEqual({ choices: [expect.objectContaining({ code: 2, values: ['Barley'] })] });
  for (const { farm } of own) expect(await listRations(owner(), farm)).toEqual([]);
  for (const { farm } of theirs) expect(await listRations(other.owner, farm)).toHaveLength(1);
  const chosen = targets.map((target) =>
    target.farm === failing.farm ? { ...target, choices: [{ ingredient: barley, use: failing.feeds[1]! }] } : target,
  );
  const [, , , deleted] = await copy(chosen, options);
  expect(deleted).toMatchObject({ outcome: 'refused', errors: { 'choices.0.use': [{ code: 23 }] } });
});

test('a name is stronger than an item number, and numbers of another client aren’t compared', async ({ api }) => {
  const { other, at, account, by } = await makeConsultant(api);
  await grant(other, account.id);
  await owner().put(`manager/ingredients/${silage}/`, { item_number: '1' });
  await other.owner.put(`manager/ingredients/${at.feeds[2]}/`, { item_number: '1' });
  const [tried] = await copy([{ client: other.id, farm: at.farm }], { by, within: source.client.id, dry: true });
  expect(tried?.parts[0]).toMatchObject({ match: 'name', use: at.feeds[0] });
  const numbered = await makeSister([FEEDS[0] as object, { name: 'Other silage' }]);
  await owner().put(`manager/ingredients/${numbered.feeds[1]}/`, { item_number: '1' });
  const [own] = await copy([{ farm: numbered.farm }], { dry: true });
  expect(own?.parts[0]).toMatchObject({ match: 'name', use: numbered.feeds[0] });
});

test('an employee copies to the farms of the access group with the right of the outcome', async ({ api }) => {
  const [mine, others] = [await makeSister(), await makeSister()];
  const entry = { module: 'manger', label: '', name: 'ration', view: true, add: true, change: false, delete: false };
  const group = await make(owner(), 'perm/groups/', { name: 'Nutritionists', farms: [source.farm, mine.farm], permissions: [entry] });
  const { caller: by } = await makeAccount(api, { user_type: 'employee', client_id: source.client.id, access_group_id: group.id });
  expect((await by.get<CopyTarget[]>('manager/rations/targets/')).data.map(({ farm }) => farm).toSorted()).toEqual(
    [source.farm, mine.farm].toSorted(),
  );
  const [unseen] = await copy([{ farm: others.farm }], { by });
  expect(unseen).toMatchObject({ outcome: 'refused', farm_name: '', errors: { farm: [{ code: 23 }] } });
  const [created] = await copy([{ farm: mine.farm }], { by });
  expect(created?.outcome).toBe('created');
  const [changed] = await copy([{ farm: mine.farm }], { by, from: (await makeOwnVariant()).id });
  expect(changed).toMatchObject({ outcome: 'refused', errors: { client: [{ code: 'not_permitted' }] } });
});

/** The source farm can't have two rations of one name, so the first is renamed. */
const makeOwnVariant = async () => {
  await owner().put(`manager/rations/${ration}/`, { name: 'Former' });
  return make(owner(), 'manager/rations/', { farm: source.farm, name, items: [{ ingredient: silage, percent: 100 }] });
};

test('only those who manage employees see and give grants, and only to consultants of the client', async ({ api }) => {
  const { other, account, by } = await makeConsultant(api);
  expect((await by.get(`dashboard/clients/${other.id}/perm/consultants/`)).status).toBe(403);
  expect((await by.put(`dashboard/clients/${other.id}/perm/consultants/${account.id}/`, { may_copy_rations: true })).status).toBe(403);
  const staff = await makeAccount(api, { user_type: 'staff', clients: [other.id] });
  const elsewhere = await makeAccount(api, { user_type: 'consultant', clients: [source.client.id] });
  for (const id of [staff.id, elsewhere.id, other.ownerId, 999_999]) expect((await grant(other, id)).status).toBe(404);
});

test('a file of rations marks templates, and refuses another word at its field', async () => {
  const at = await makeSister();
  const send = async (template: unknown) => {
    const items = [{ ingredient_name: 'Barley', percent: 100 }];
    const { status, errors } = await owner().post('manager/rations/import/', {
      farm: at.farm,
      rows: [{ name: 'Of a file', items, template }],
    });
    return [status, Object.keys(errors ?? {})];
  };
  const read = async () => (await owner().get(`manager/rations/?farm=${at.farm}`)).data.map((row: { template: boolean }) => row.template);
  expect([await send(null), await read()]).toEqual([[200, []], [false]]);
  expect([await send(true), await read()]).toEqual([[200, []], [true]]);
  // A cell of a known ration can't be emptied.
  for (const wrong of ['perhaps', null]) expect([await send(wrong), await read()]).toEqual([[400, ['rows.0.template']], [true]]);
  expect([await send(false), await read()]).toEqual([[200, []], [false]]);
});

test('a ration is marked as a template, and templates are listed', async () => {
  const at = await makeSister();
  const template = await make(owner(), 'manager/rations/', {
    farm: at.farm,
    name: 'Model',
    template: true,
    items: [{ ingredient: at.feeds[0], percent: 100 }],
  });
  expect(template.template).toBe(true);
  expect((await owner().get(`manager/rations/?template=true&farm=${at.farm}`)).data.map(({ id }: { id: number }) => id)).toEqual([
    template.id,
  ]);
  expect((await owner().get('manager/rations/list/?template=true')).data).toMatchObject([
    { id: template.id, farm: at.farm, template: true },
  ]);
});
