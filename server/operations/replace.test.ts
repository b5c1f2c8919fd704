import { describe, expect } from 'vitest';
import { deliver, make, makeAccount, makeGroup, makeIngredient, makeMixer, makeRation } from '#tests/support/factories.ts';
import { jobOf, makePeriod, makeReadyFarm, makeSchedule, type ReadyFarm } from '#tests/support/feeding.ts';
import { test as base } from '#tests/support/test.ts';

const TODAY = '2026-04-10';

let farm: ReadyFarm;

const test = base.override({ now: `${TODAY}T07:00:00Z` });
test.beforeEach(async ({ api }) => {
  farm = await makeReadyFarm(api);
});

const owner = () => farm.client.owner;
const replace = (path: string, id: number, by: number, dry = false) => owner().post(`manager/${path}/${id}/replace/`, { by, dry });
const read = async (path: string) => (await owner().get(path)).data;
const history = async (kind: string, id: number) => (await read(`history/${kind}/?id=${id}`)) as { type: string }[];

describe('replacing everywhere', () => {
  test('replacing a ration changes periods, their schedules, and feedings created by hand; past feedings stay', async () => {
    const other = await makeRation(owner(), farm, [{ ingredient: farm.hay, percent: 100 }]);
    const fed = await makeSchedule(farm, TODAY);
    const items = [farm.silage, farm.hay, farm.meal].map((ingredient) => ({ ingredient, weight_fact: 100, seconds: 10 }));
    for (const status of ['in_process', 'loaded']) {
      expect((await owner().put(`schedule/schedules/${fed.id}/load/`, { status, items })).status).toBe(200);
    }
    const period = await makePeriod(farm, { active: true });
    const off = await makePeriod(farm);
    const byHand = await makeSchedule(farm, '2026-04-20');

    const tried = await replace('rations', farm.ration, other.id, true);
    expect(tried.data).toEqual({
      changes: [
        { resource: 'periods', count: 2 },
        // Eight days of the period, and the one by hand.
        { resource: 'schedules', count: 9 },
      ],
      deleted: true,
      kept: [],
    });
    expect((await read(`schedule/schedules/${byHand.id}/`)).ration).toBe(farm.ration);

    expect((await replace('rations', farm.ration, other.id)).data).toEqual(tried.data);
    const made = await read(`schedule/schedules/?farm=${farm.farm}&page_size=100`);
    expect(new Set(made.filter(({ id }: { id: number }) => id !== fed.id).map(({ ration }: { ration: number }) => ration))).toEqual(
      new Set([other.id]),
    );
    // Schedules of the period still follow it, because nobody edited them.
    const next = await makeRation(owner(), farm, [{ ingredient: farm.silage, percent: 100 }]);
    await owner().put(`manager/loadings/${period.id}/`, { jobs: [{ ...jobOf(farm), ration: next.id }] });
    const followed = await read(`schedule/schedules/?farm=${farm.farm}&planned_on_after=2026-04-11&planned_on_before=2026-04-17`);
    expect(new Set(followed.map(({ ration }: { ration: number }) => ration))).toEqual(new Set([next.id]));
    expect((await read(`schedule/schedules/${fed.id}/`)).ration).toBe(farm.ration);
    expect((await read(`manager/loadings/${off.id}/`)).jobs[0].ration).toBe(other.id);
    expect((await owner().get(`manager/rations/${farm.ration}/`)).status).toBe(404);
  });

  test('replacing a feed adds its part to the replacement, which may be in the mix already; history contains the change', async () => {
    const other = await makeIngredient(owner(), farm);
    const straw = await makeIngredient(owner(), farm);
    const mixed = await makeRation(owner(), farm, [
      { ingredient: farm.meal, percent: 33.33 },
      { ingredient: other.id, percent: 66.67 },
    ]);
    const recipe = await make(owner(), 'manager/recipes/', {
      farm: farm.farm,
      name: 'Makes it',
      ingredient: farm.meal,
      items: [{ ingredient: straw.id, percent: 100 }],
    });
    const done = await replace('ingredients', farm.meal, other.id);
    expect(done.data).toEqual({
      changes: [
        { resource: 'rations', count: 2 },
        { resource: 'recipes', count: 1 },
      ],
      deleted: true,
      kept: [],
    });
    expect((await read(`manager/rations/${mixed.id}/`)).items).toMatchObject([{ ingredient: other.id, percent: 100 }]);
    expect((await read(`manager/rations/${farm.ration}/`)).items.map(({ ingredient }: { ingredient: number }) => ingredient)).toEqual([
      farm.silage,
      farm.hay,
      other.id,
    ]);
    expect((await read(`manager/recipes/${recipe.id}/`)).ingredient).toBe(other.id);
    expect((await history('rations', farm.ration))[0]).toMatchObject({ type: 'update' });
    expect((await history('ingredients', farm.meal))[0]).toMatchObject({ type: 'delete' });
  });

  test('a feed with remaining stock leaves the plan and stays in stock, and the answer reports this', async () => {
    await deliver(owner(), farm, farm.meal, 100, 2);
    const other = await makeIngredient(owner(), farm);
    const { data } = await replace('ingredients', farm.meal, other.id);
    expect(data).toMatchObject({ changes: [{ resource: 'rations', count: 1 }], deleted: false, kept: [{ code: 'stock_left' }] });
    expect((await read(`manager/ingredients/${farm.meal}/`)).rest).toBe(100);
    expect((await read(`manager/rations/${farm.ration}/`)).items[2].ingredient).toBe(other.id);
  });

  test('a mixer that is too small is refused at each place, with its row, and nothing has changed', async () => {
    const small = await makeMixer(owner(), farm, { max_weight: 4999 });
    const period = await makePeriod(farm, { name: 'Morning', active: true });
    const tried = await replace('mixers', farm.mixer, small.id, true);
    expect(tried.status).toBe(409);
    expect(tried.errors).toMatchObject({
      [`periods.${period.id}.jobs.0.mixer`]: [
        { code: 'mixer_weight', limit: 4999, uses: [{ resource: 'periods', id: period.id, name: 'Morning', farm: farm.farm }] },
      ],
    });
    expect((await read(`manager/loadings/${period.id}/`)).jobs[0].mixer).toBe(farm.mixer);
    const big = await makeMixer(owner(), farm);
    expect((await replace('mixers', farm.mixer, big.id)).data.changes).toEqual([
      { resource: 'periods', count: 1 },
      { resource: 'schedules', count: 8 },
    ]);
  });

  test('a group, a kind of animals, a kind of feed, a store that is empty', async () => {
    const period = await makePeriod(farm, { active: true });
    const group = await makeGroup(owner(), farm, 10);
    expect((await replace('groups', farm.cowsGroup, farm.heifers)).errors).toHaveProperty([`periods.${period.id}.jobs.0.groups.1.group`]);
    expect((await replace('groups', farm.cowsGroup, group.id)).status).toBe(200);
    expect((await read(`manager/loadings/${period.id}/`)).jobs[0].groups[0]).toMatchObject({
      group: group.id,
      weight_per_head: 40,
      heads: 10,
    });

    const goats = await make(owner(), 'manager/animaltypes/', { name: 'Goats' });
    expect((await replace('animaltypes', farm.cows, goats.id)).data.changes).toEqual([{ resource: 'groups', count: 2 }]);
    const type = await make(owner(), 'manager/ingtedienttypes/', { name: 'Fodder' });
    expect((await replace('ingtedienttypes', farm.type, type.id)).data.changes).toEqual([{ resource: 'ingredients', count: 3 }]);

    const barn = await make(owner(), 'manager/stocks/', { company: farm.company, farm: farm.farm, name: 'Barn', capacity: 10 });
    const full = await replace('stocks', farm.stock, barn.id);
    expect(Object.keys(full.errors).toSorted()).toEqual([farm.silage, farm.hay].map((id) => `ingredients.${id}.stock`).toSorted());
  });

  test('a supplier: closed months keep the one that they were written with', async () => {
    const [mill, other] = await Promise.all(['Mill', 'Mill Ltd'].map((name) => make(owner(), 'manager/deliveries/companies/', { name })));
    const of = (delivered_at: string) =>
      make(owner(), 'manager/deliveries/', {
        farm: farm.farm,
        delivery_type: 'delivery',
        ingredient: farm.meal,
        value: 10,
        price: 3,
        company: mill!.id,
        delivered_at,
      });
    const [march, april] = [await of('2026-03-15T08:00:00Z'), await of('2026-04-05T08:00:00Z')];
    expect((await owner().post('manager/months/', { farm: farm.farm, month: '2026-03' })).status).toBeLessThan(300);
    const { data } = await replace('deliveries/companies', mill!.id, other!.id);
    expect(data).toEqual({ changes: [{ resource: 'deliveries', count: 1 }], deleted: true, kept: [] });
    expect(await read(`manager/deliveries/${april.id}/`)).toMatchObject({ company: other!.id, company_name: 'Mill Ltd' });
    expect(await read(`manager/deliveries/${march.id}/`)).toMatchObject({ company: mill!.id, company_name: 'Mill' });
  });

  test('replacing a row by itself, by a deleted row or by one of another client is refused', async ({ api }) => {
    const gone = await makeMixer(owner(), farm);
    await owner().delete(`manager/mixers/${gone.id}/`);
    const strange = await makeReadyFarm(api);
    for (const by of [farm.mixer, gone.id, strange.mixer + 100_000]) {
      expect(await replace('mixers', farm.mixer, by)).toMatchObject({ status: 400, errors: { by: [{ code: 23 }] } });
    }
  });

  test('a person who may not change a user of the row, or doesn’t see it, changes nothing', async ({ api }) => {
    const other = await make(owner(), 'manager/animaltypes/', { name: 'Goats' });
    const may = (name: string, change: boolean) => ({ module: 'manger', name, view: true, add: true, change, delete: true });
    const sister = await make(owner(), 'manager/farms/', { company: farm.company, name: 'Sister', timezone: 'Europe/Kyiv' });
    const caller = async (farms: number[], change: boolean) => {
      const { id } = await make(owner(), 'perm/groups/', {
        name: `Of ${farms} ${change}`,
        farms,
        permissions: [may('animaltype', true), may('group', change)],
      });
      return (await makeAccount(api, { user_type: 'employee', client_id: farm.client.id, access_group_id: id })).caller;
    };
    const ask = async (who: Awaited<ReturnType<typeof caller>>) => who.post(`manager/animaltypes/${farm.cows}/replace/`, { by: other.id });
    const unable = await ask(await caller([], false));
    expect(unable.status).toBe(409);
    expect(Object.values(unable.errors).flat()).toMatchObject([{ code: 'not_permitted' }, { code: 'not_permitted' }]);
    const blind = await ask(await caller([sister.id], true));
    expect(blind).toMatchObject({ status: 409, errors: { detail: [{ code: 'in_use', uses: [], elsewhere: 2 }] } });
    expect((await read(`manager/groups/${farm.cowsGroup}/`)).animal_type).toBe(farm.cows);
    expect((await ask(await caller([farm.farm], true))).status).toBe(200);
  });
});

test('an access group’s people come into another', async ({ api }) => {
  const { caller } = { caller: owner() };
  const [from, to] = await Promise.all(['Feeders', 'Drivers'].map((name) => make(caller, 'perm/groups/', { name, permissions: [] })));
  const { id } = await makeAccount(api, { user_type: 'employee', client_id: farm.client.id, access_group_id: from!.id });
  const { data } = await caller.post(`perm/groups/${from!.id}/replace/`, { by: to!.id });
  expect(data).toEqual({ changes: [{ resource: 'employees', count: 1 }], deleted: true, kept: [] });
  expect((await read(`perm/employees/${id}/`)).group).toBe(to!.id);
});
