import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import type { TestApi } from '#tests/support/api.ts';
import { makeAccount, makeClient, makeMixer, makeRation } from '#tests/support/factories.ts';
import { jobOf, makePeriod, makeReadyFarm, makeSchedule, moveTo, type ReadyFarm, scheduleOf } from '#tests/support/feeding.ts';
import { test } from '#tests/support/test.ts';

const TODAY = '2026-03-10';
const TOMORROW = '2026-03-11';
const path = 'schedule/schedules/';
let farm: ReadyFarm;

test.beforeEach(async ({ api }) => {
  api.setNow(`${TODAY}T10:00:00Z`);
  farm = await makeReadyFarm(api);
});

const put = (id: number, body: object) => farm.client.owner.put(`${path}${id}/`, body);
const get = async (id: number) => (await farm.client.owner.get(`${path}${id}/`)).data;
const day = async (planned_on: string) =>
  (await farm.client.owner.get(`${path}?farm=${farm.farm}&planned_on=${planned_on}&ordering=position`)).data;
const ids = (rows: { id: number }[]) => rows.map((row) => row.id);
const codes = (errors: Record<string, { code: number | string }[]>) =>
  Object.fromEntries(Object.entries(errors).map(([field, [first]]) => [field, first?.code]));

describe('schedules', () => {
  test('schedules are planned when they are created', async () => {
    const made = await makeSchedule(farm, TODAY, { leftovers: true, planned_leftovers: 250 });
    expect(made).toMatchObject({
      status: 'waited',
      position: 1,
      weight_plan: 5000,
      fresh_weight: 4750,
      leftover_percent: 5,
      weight_fact: null,
      deviation: null,
      edited: false,
      loading: null,
      version: 1,
      abilities: { change: true, delete: true, load: true, upload: false, reset: false },
    });
    expect((made.items as { weight_plan: number }[]).map((item) => item.weight_plan)).toEqual([2850, 1425, 475]);
  });

  test('an invalid schedule is refused with the name of the field', async ({ api }) => {
    const other = await makeReadyFarm(api, 'Europe/Kyiv', farm.client);
    const foreign = await makeReadyFarm(api);
    const small = await makeMixer(farm.client.owner, farm, { max_weight: 4999.999 });
    const period = await makePeriod(farm, { active: true });
    const [{ loading }] = (await farm.client.owner.get(`${path}?farm=${farm.farm}&planned_on=${TODAY}`)).data;
    expect(period.active).toBe(true);
    const refused = async (body: object) => {
      const answer = await farm.client.owner.post(path, { ...scheduleOf(farm, TODAY), ...body });
      expect(answer.status).toBe(400);
      return codes(answer.errors);
    };
    expect(await refused({ mixer: small.id })).toEqual({ groups: 'mixer_weight' });
    expect(await refused({ leftovers: true, auto_load: true })).toEqual({ auto_load: 'leftovers_auto_load' });
    expect(await refused({ ration: other.ration })).toEqual({ ration: 23 });
    expect(await refused({ ration: foreign.ration })).toEqual({ ration: 23 });
    expect(await refused({ mixer: other.mixer })).toEqual({ mixer: 23 });
    expect(await refused({ farm: foreign.farm })).toEqual({ farm: 23 });
    expect(await refused({ groups: [{ group: foreign.cowsGroup, weight_per_head: 1 }] })).toEqual({ 'groups.0.group': 23 });
    expect(await refused({ groups: [] })).toEqual({ groups: 3 });
    expect(await refused({ operator: foreign.client.ownerId })).toEqual({ operator: 23 });
    expect(await refused({ loading, planned_on: TOMORROW })).toEqual({ loading: 23 });
    expect(await refused({ planned_on: '2024-01-01' })).toEqual({ planned_on: 'min_val' });
    expect(await refused({ planned_on: '2028-01-01' })).toEqual({ planned_on: 8 });
    expect(await refused({ planned_on: '2026-02-30' })).toEqual({ planned_on: 1 });
    expect(ids(await day(TODAY))).toHaveLength(1);
  });

  test('change wholly while they wait, and count as edited when a period made them', async () => {
    await makePeriod(farm, { active: true });
    const [made] = await day(TODAY);
    const { ration, mixer, groups } = made;
    const same = await put(made.id, { ration, mixer, groups, version: made.version });
    expect(same.data).toMatchObject({ edited: false, version: 2 });
    const ration2 = await makeRation(farm.client.owner, farm, [{ ingredient: farm.hay, percent: 100 }]);
    const changed = await put(made.id, { ration: ration2.id, groups: [{ group: farm.heifers, weight_per_head: 12.5 }] });
    expect(changed.data).toMatchObject({ edited: true, version: 3, weight_plan: 625, items: [{ ingredient: farm.hay, weight_plan: 625 }] });
    const moved = await put(made.id, { planned_on: TOMORROW, loading: null });
    expect(moved.data).toMatchObject({ planned_on: TOMORROW, weight_plan: 625, items: [{ weight_plan: 625 }] });
    expect(codes((await put(made.id, { locked: true, version: 1 })).errors)).toEqual({ version: 'stale_version' });
    expect(codes((await put(made.id, { farm: farm.farm + 1 })).errors)).toEqual({ farm: 23 });
  });

  test('schedules may outgrow their mixer with the herd; later only changes of weight are refused', async () => {
    const mixer = await makeMixer(farm.client.owner, farm, { max_weight: 5000 });
    const { id } = await makeSchedule(farm, TODAY, { mixer: mixer.id });
    await farm.client.owner.put(`manager/groups/${farm.cowsGroup}/`, { animal_count: 101 });
    const { weight_plan, groups } = await get(id);
    expect(weight_plan).toBe(5040);
    expect((await put(id, { operator: farm.client.ownerId, groups, mixer: mixer.id })).status).toBe(200);
    const more = await put(id, { groups: [{ group: farm.cowsGroup, weight_per_head: 50 }] });
    expect([more.status, codes(more.errors), more.errors.groups?.[0]?.limit]).toEqual([400, { groups: 'mixer_weight' }, 5000]);
  });

  test('leave only operator, flags and reason to change once begun', async ({ api }) => {
    const { id } = await makeSchedule(farm, TODAY);
    const feeder = await makeAccount(api, { user_type: 'employee', client_id: farm.client.id });
    await farm.client.owner.put(`${path}${id}/load/`, { status: 'in_process' });
    await farm.client.owner.put(`${path}${id}/load/`, { status: 'loaded', items: [{ ingredient: farm.silage, weight_fact: 3000 }] });
    const row = await get(id);
    const refused = await put(id, { ...jobOf(farm), planned_leftovers: 3 });
    expect([refused.status, codes(refused.errors)]).toEqual([409, { planned_leftovers: 'illegal_status' }]);
    const answer = await put(id, {
      ...jobOf(farm),
      operator: feeder.id,
      ignore_in_reports: true,
      ignore_reason: 'scale was off',
      skip_time: true,
      version: row.version,
    });
    expect(answer.data).toMatchObject({ operator: feeder.id, ignore_in_reports: true, skip_time: true, weight_fact: 3000 });
    const facts = await sql`select distinct counted from schedule_ingredient where schedule_id = ${id}`.execute(
      api.database.forClient(farm.client.id),
    );
    expect(facts.rows).toEqual([{ counted: false }]);
    const sums = () =>
      sql<{ kg: number; facts: number }>`select coalesce(sum(fact_kg), 0) as kg, coalesce(sum(facts), 0) as facts from feed_day`.execute(
        api.database.forClient(farm.client.id),
      );
    expect((await sums()).rows).toEqual([{ kg: 0, facts: 0 }]);
    await put(id, { ignore_in_reports: false });
    expect((await sums()).rows).toEqual([{ kg: 3000, facts: 3 }]);
  });

  test('schedules can be deleted only while they wait', async () => {
    const [first, second] = [await makeSchedule(farm, TODAY), await makeSchedule(farm, TODAY)];
    await farm.client.owner.put(`${path}${first.id}/load/`, { status: 'in_process' });
    const refused = await farm.client.owner.delete(`${path}${first.id}/`);
    expect([refused.status, codes(refused.errors)]).toEqual([409, { detail: 'illegal_status' }]);
    expect((await farm.client.owner.delete(`${path}${second.id}/`)).status).toBe(204);
    expect(ids(await day(TODAY))).toEqual([first.id]);
    expect((await farm.client.owner.get(`${path}${second.id}/`)).status).toBe(404);
  });

  test('undoing a deletion restores schedules unchanged', async ({ api }) => {
    await makePeriod(farm, { active: true });
    const [made] = await day(TODAY);
    const before = await makeSchedule(farm, TODAY, { leftovers: true, planned_leftovers: 100, operator: farm.client.ownerId });
    for (const one of [before, made]) {
      await farm.client.owner.delete(`${path}${one.id}/`);
      const { status, data } = await farm.client.owner.post(`${path}${one.id}/restore/`, {});
      expect([status, { ...data, version: 0 }]).toEqual([200, { ...one, version: 0 }]);
      expect(await get(one.id)).toEqual(data);
    }
    expect((await farm.client.owner.post(`${path}${before.id}/restore/`, {})).status).toBe(404);
    await farm.client.owner.delete(`${path}${before.id}/`);
    await sql`update animal_group set deleted = true where id = ${farm.heifers}`.execute(api.database.forClient(farm.client.id));
    expect(codes((await farm.client.owner.post(`${path}${before.id}/restore/`, {})).errors)).toEqual({ 'groups.1.group': 23 });
    expect((await farm.client.owner.get(`${path}${before.id}/`)).status).toBe(404);
  });

  test('filters find schedules by all their fields', async () => {
    const ration2 = await makeRation(farm.client.owner, farm, [{ ingredient: farm.hay, percent: 100 }]);
    const cows = await makeSchedule(farm, TODAY, { groups: [{ group: farm.cowsGroup, weight_per_head: 1 }] });
    const heifers = await makeSchedule(farm, TOMORROW, {
      ration: ration2.id,
      groups: [{ group: farm.heifers, weight_per_head: 1 }],
      operator: farm.client.ownerId,
    });
    const found = async (query: string) => ids((await farm.client.owner.get(`${path}?farm=${farm.farm}&${query}`)).data);
    expect(await found(`group=${farm.cowsGroup}`)).toEqual([cows.id]);
    expect(await found(`ration=${ration2.id}`)).toEqual([heifers.id]);
    expect(await found(`worker=${farm.client.ownerId}`)).toEqual([heifers.id]);
    expect(await found(`planned_on_after=${TOMORROW}`)).toEqual([heifers.id]);
    expect(await found(`planned_on_before=${TODAY}`)).toEqual([cows.id]);
    expect(await found(`animal_type=${farm.cows}&ordering=planned_on`)).toEqual([cows.id, heifers.id]);
    expect(await found('status=loaded,uploaded')).toEqual([]);
    expect(await found('status=waited')).toEqual([heifers.id, cows.id]);
  });
});

describe('the order of a day', () => {
  test('an order lists the given schedules first, then the others', async () => {
    const [a, b, c] = [await makeSchedule(farm, TODAY), await makeSchedule(farm, TODAY), await makeSchedule(farm, TODAY)];
    const answer = await farm.client.owner.post(`${path}ordering/`, { ids: [c.id, a.id] });
    expect([answer.status, ids(answer.data)]).toEqual([200, [c.id, a.id, b.id]]);
    expect(ids(await day(TODAY))).toEqual([c.id, a.id, b.id]);
    expect((await get(a.id)).version).toBe(1);
  });

  test('refuses ids of another day, another farm, twice or of nobody', async ({ api }) => {
    const [a, b] = [await makeSchedule(farm, TODAY), await makeSchedule(farm, TOMORROW)];
    const foreign = await makeReadyFarm(api);
    const theirs = await makeSchedule(foreign, TODAY);
    for (const wrong of [[a.id, b.id], [a.id, a.id], [a.id, theirs.id], [theirs.id], [2_000_000_000]]) {
      const answer = await farm.client.owner.post(`${path}ordering/`, { ids: wrong });
      expect([answer.status, codes(answer.errors)]).toEqual([400, { ids: 23 }]);
    }
  });

  test('survives a change of the period', async () => {
    const mixer = await makeMixer(farm.client.owner, farm);
    const period = await makePeriod(farm, { active: true, jobs: [jobOf(farm), { ...jobOf(farm), mixer: mixer.id }] });
    const [first, second] = await day(TODAY);
    await farm.client.owner.post(`${path}ordering/`, { ids: [second.id, first.id] });
    const jobs = [
      { ...jobOf(farm), skip_time: true },
      { ...jobOf(farm), mixer: mixer.id },
    ];
    await farm.client.owner.put(`manager/loadings/${period.id}/`, { jobs });
    expect(ids(await day(TODAY))).toEqual([second.id, first.id]);
  });
});

describe('copying a day', () => {
  const copy = (body: object) => farm.client.owner.post(`${path}copy/`, { farm: farm.farm, from: TODAY, to: TOMORROW, ...body });

  test('copying a day adds its plan after the existing schedules, once', async () => {
    const own = await makeSchedule(farm, TOMORROW, { groups: [{ group: farm.heifers, weight_per_head: 5 }] });
    await makeSchedule(farm, TODAY);
    await makeSchedule(farm, TODAY, { leftovers: true, planned_leftovers: 100 });
    await makeSchedule(farm, TODAY, { groups: [{ group: farm.heifers, weight_per_head: 5 }] });
    const answer = await copy({});
    expect([answer.status, answer.count]).toEqual([201, 2]);
    expect(answer.data.map((row: { weight_plan: number; fresh_weight: number }) => [row.weight_plan, row.fresh_weight])).toEqual([
      [5000, 5000],
      [5000, 4900],
    ]);
    expect(ids(await day(TOMORROW))).toEqual([own.id, ...ids(answer.data)]);
    expect((await copy({})).count).toBe(0);
    expect(await day(TOMORROW)).toHaveLength(3);
  });

  test('copying doesn’t repeat a schedule that a period created', async () => {
    await makePeriod(farm, { active: true });
    await makeSchedule(farm, TODAY, { groups: [{ group: farm.heifers, weight_per_head: 5 }] });
    expect((await copy({})).count).toBe(1);
    expect(await day(TOMORROW)).toHaveLength(2);
  });

  test('copying refuses the same day, another client’s farm, and rows deleted since', async ({ api }) => {
    expect(codes((await copy({ to: TODAY })).errors)).toEqual({ to: 23 });
    const foreign = await makeReadyFarm(api);
    expect(codes((await copy({ farm: foreign.farm })).errors)).toEqual({ farm: 23 });
    await makeSchedule(farm, TODAY);
    await moveTo(api, farm, '2026-03-20T10:00:00Z');
    expect((await farm.client.owner.delete(`manager/mixers/${farm.mixer}/`)).status).toBe(204);
    const answer = await copy({ to: '2026-03-20' });
    expect([answer.status, codes(answer.errors)]).toEqual([400, { from: 'deleted_selection' }]);
    expect(answer.errors.from).toMatchObject([{ uses: [{ resource: 'mixers', id: farm.mixer }] }]);
    expect(await day('2026-03-20')).toEqual([]);
  });

  test('copying replaces deleted rows as requested, or leaves them out', async ({ api }) => {
    await makeSchedule(farm, TODAY);
    await makeSchedule(farm, TODAY, { groups: [{ group: farm.heifers, weight_per_head: 5 }] });
    const other = await makeMixer(farm.client.owner, farm);
    const foreign = await makeReadyFarm(api);
    await moveTo(api, farm, '2026-03-20T10:00:00Z');
    for (const row of [`mixers/${farm.mixer}`, `groups/${farm.heifers}`]) {
      expect((await farm.client.owner.delete(`manager/${row}/`)).status).toBe(204);
    }
    const to = '2026-03-20';
    const mixers = { resource: 'mixers', id: farm.mixer, with: other.id };
    const wrong = await copy({ to, replacements: [{ ...mixers, with: foreign.mixer }] });
    expect([wrong.status, codes(wrong.errors)]).toEqual([400, { 'replacements.0.with': 23 }]);
    const half = await copy({ to, replacements: [mixers] });
    expect(half.errors.from).toMatchObject([{ uses: [{ resource: 'groups', id: farm.heifers }] }]);
    const whole = await copy({ to, replacements: [mixers, { resource: 'groups', id: farm.heifers, with: null }] });
    expect([whole.status, whole.count]).toEqual([201, 1]);
    const [row] = await day(to);
    expect([row.mixer, row.groups.map(({ group }: { group: number }) => group)]).toEqual([other.id, [farm.cowsGroup]]);
    // The heifers' share went with them, and a copy again finds what there is.
    expect((await copy({ to, replacements: [mixers, { resource: 'groups', id: farm.heifers, with: null }] })).count).toBe(0);
  });
});

describe('access to schedules', () => {
  const grant = async (api: TestApi, ...permissions: [name: string, ...actions: string[]][]) => {
    const rows = permissions.map(([name, ...actions]) => ({
      module: 'manger',
      label: name,
      name,
      ...Object.fromEntries(['view', 'add', 'change', 'delete'].map((action) => [action, actions.includes(action)])),
    }));
    const { rows: made } = await sql<{ id: number }>`
      insert into access_group (client_id, name, permissions) values (${farm.client.id}, ${`Group ${Math.random()}`}, ${JSON.stringify(rows)}::jsonb)
      returning id`.execute(api.database.acrossClients());
    const access_group_id = made[0]?.id ?? 0;
    return (await makeAccount(api, { user_type: 'employee', client_id: farm.client.id, access_group_id })).caller;
  };

  test('access follows the access group', async ({ api }) => {
    const { id } = await makeSchedule(farm, TODAY);
    const feeder = await grant(api, ['schedule', 'view'], ['load_schedule', 'add'], ['upload_schedule', 'add']);
    expect((await feeder.get(`${path}${id}/`)).data.abilities).toEqual({
      change: false,
      delete: false,
      load: true,
      upload: false,
      reset: false,
      correct: false,
    });
    expect((await feeder.post(path, scheduleOf(farm, TODAY))).status).toBe(403);
    expect((await feeder.put(`${path}${id}/`, { skip_time: true })).status).toBe(403);
    expect((await feeder.delete(`${path}${id}/`)).status).toBe(403);
    expect((await feeder.post(`${path}ordering/`, { ids: [id] })).status).toBe(403);
    expect((await feeder.post(`${path}copy/`, { farm: farm.farm, from: TODAY, to: TOMORROW })).status).toBe(403);
    // A person who records the plan sees its periods and changes none.
    const { data, status } = await feeder.get('schedule/loadings/');
    expect(status).toBe(200);
    for (const row of data) expect((await feeder.put(`schedule/loadings/${row.id}/`, { name: 'Mine' })).status).toBe(403);
    expect((await feeder.put(`${path}${id}/load/`, { status: 'in_process' })).status).toBe(200);
    expect((await feeder.put(`${path}${id}/load/`, { status: 'loaded' })).status).toBe(200);
    expect((await feeder.put(`${path}${id}/upload/`, { status: 'out_process' })).status).toBe(200);
    expect((await feeder.post(`${path}${id}/reset/`, { reason: 'no' })).status).toBe(403);

    const accountant = await grant(api, ['planfeed', 'view']);
    for (const what of [path, `${path}${id}/`, 'schedule/loadings/', 'manager/loadings/']) {
      expect((await accountant.get(what)).status).toBe(403);
    }
    expect((await accountant.put(`${path}${id}/upload/`, { status: 'uploaded' })).status).toBe(403);
  });

  test('schedules are hidden from other clients, and from employees of another farm', async ({ api }) => {
    const { id } = await makeSchedule(farm, TODAY);
    const other = await makeReadyFarm(api, 'Europe/Kyiv', farm.client);
    const bound = await grant(api, ['schedule', 'view', 'add', 'change', 'delete'], ['load_schedule', 'add'], ['upload_schedule', 'add']);
    await sql`update access_group set farms = array[${other.farm}::bigint] where client_id = ${farm.client.id}`.execute(
      api.database.acrossClients(),
    );
    await expect.poll(async () => (await bound.get(path)).count).toBe(0);
    for (const caller of [bound, (await makeClient(api)).owner]) {
      expect((await caller.get(`${path}${id}/`)).status).toBe(404);
      expect((await caller.put(`${path}${id}/`, { skip_time: true })).status).toBe(404);
      expect((await caller.put(`${path}${id}/load/`, { status: 'in_process' })).status).toBe(404);
      expect((await caller.put(`${path}${id}/upload/`, { status: 'out_process' })).status).toBe(404);
      expect((await caller.post(`${path}${id}/reset/`, { reason: 'mine' })).status).toBe(404);
      expect((await caller.delete(`${path}${id}/`)).status).toBe(404);
      expect((await caller.post(path, scheduleOf(farm, TODAY))).status).toBe(400);
      expect((await caller.get(`${path}?farm=${farm.farm}`)).count).toBe(0);
    }
    expect((await get(id)).version).toBe(1);
  });
});
