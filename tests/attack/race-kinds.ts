import { type Caller, callerOf, PASSWORD } from '#tests/support/api.ts';
import { make, makeAccount, makeClient, makeIngredient } from '#tests/support/factories.ts';
import { makeSchedule } from '#tests/support/feeding.ts';
import type { Dice } from './dice.ts';
import { type AnyAnswer, demand, good, herd, type Race, type Site, TODAY, times } from './herd.ts';

const MONTH = '2026-03';
const day = (dice: Dice) => `2026-04-${String(11 + dice.upTo(15)).padStart(2, '0')}`;
const schedules = 'schedule/schedules/';

async function loading(site: Site): Promise<number> {
  const { id } = await makeSchedule(site.farm, TODAY);
  await site.owners[0].put(`${schedules}${id}/load/`, { status: 'in_process' });
  return id;
}
const loaded = ({ farm }: Site) => ({
  status: 'loaded',
  items: [
    { ingredient: farm.silage, weight_fact: 3050 },
    { ingredient: farm.hay, weight_fact: 1480.5 },
    { ingredient: farm.meal, weight_fact: 498 },
  ],
});
const unloaded = ({ farm }: Site) => ({
  status: 'uploaded',
  groups: [
    { group: farm.cowsGroup, weight_fact: 3600 },
    { group: farm.heifers, weight_fact: 930.5 },
  ],
});
const readRest = async ({ owners }: Site, feed: number) => (await owners[0].get(`manager/ingredients/${feed}/`)).data.rest as number;

/** Concurrent requests by kind. */
export const RACES: Record<string, Race> = {
  async 'one name for many'(site) {
    const { farm, dice } = site;
    const name = `Twin ${dice.upTo(2 ** 31)}`;
    const kinds: [string, object][] = [
      ['manager/companies/', {}],
      ['manager/animaltypes/', {}],
      ['manager/ingtedienttypes/', {}],
      ['manager/deliveries/companies/', {}],
      ['manager/farms/', { company: farm.company, timezone: 'Europe/Kyiv' }],
      ['manager/stocks/', { company: farm.company, capacity: 5 }],
      ['manager/groups/', { farm: farm.farm, animal_type: farm.cows, animal_count: 5 }],
      ['manager/ingredients/', { farm: farm.farm, stock: farm.stock, type: farm.type, price: 1, dry_matter: 50 }],
      ['manager/mixers/', { farm: farm.farm, max_weight: 10 }],
      ['manager/rations/', { farm: farm.farm, rounding: 1, items: [{ ingredient: farm.hay, percent: 100 }] }],
      ['perm/groups/', { permissions: [] }],
      ['manager/keys/', { farm: farm.farm }],
    ];
    const [path, body] = dice.pick(kinds);
    const told = await herd(
      site,
      path,
      times(6, (index) => (owner) => owner.post(path, { ...body, name: index % 2 === 0 ? name : name.toUpperCase() })),
    );
    demand(site, good(told).length === 1, `one name for many at ${path}`, told);
  },

  async 'one email for many'(site) {
    const person = { email: `twin-${site.dice.upTo(2 ** 31)}@test.example`, password: PASSWORD };
    const told = await herd(
      site,
      'employees',
      times(4, () => (owner) => owner.post('perm/employees/create/', person)),
    );
    demand(site, good(told).length === 1, 'one email for many', told);
  },

  async 'one report of a load, many times'(site) {
    const id = await loading(site);
    const before = await readRest(site, site.farm.silage);
    const told = await herd(
      site,
      'load',
      times(6, () => (owner) => owner.put(`${schedules}${id}/load/`, loaded(site))),
    );
    demand(site, good(told).length > 0, 'a load that is reported many times at once', told);
    const taken = before - (await readRest(site, site.farm.silage));
    demand(site, taken === 3050, `a load that is reported many times takes ${taken} of 3050 kg`, told);
  },

  async 'unloading, resetting, correcting and reporting one feeding'(site) {
    const id = await loading(site);
    await site.owners[0].put(`${schedules}${id}/load/`, loaded(site));
    const works: ((owner: Caller) => Promise<AnyAnswer>)[] = [
      (owner) => owner.put(`${schedules}${id}/upload/`, unloaded(site)),
      (owner) => owner.post(`${schedules}${id}/reset/`, { reason: 'raced' }),
      (owner) => owner.put(`${schedules}${id}/weighings/`, { reason: 'raced', items: [{ ingredient: site.farm.hay, weight_fact: 1400 }] }),
      (owner) => owner.put(`${schedules}${id}/load/`, loaded(site)),
      (owner) => owner.put(`${schedules}${id}/`, { ignore_in_reports: true, ignore_reason: 'raced' }),
      (owner) => owner.delete(`${schedules}${id}/`),
    ];
    await herd(site, 'one feeding', site.dice.shuffled(works));
  },

  async 'what comes into stock, goes out of it and is counted'(site) {
    const { farm, dice } = site;
    const feed = (await makeIngredient(farm.client.owner, farm)).id;
    const delivery = { farm: farm.farm, ingredient: feed, price: 2 };
    const post = (body: object) => (owner: Caller) => owner.post('manager/deliveries/', { ...delivery, ...body });
    const { id } = await make(farm.client.owner, 'manager/deliveries/', { ...delivery, delivery_type: 'delivery', value: 100 });
    const works = [
      ...times(4, (index) => post({ delivery_type: 'delivery', value: 10 + index })),
      post({ delivery_type: 'sale', value: 5 }),
      (owner: Caller) => owner.put(`manager/deliveries/${id}/`, { value: 120 }),
      (owner: Caller) => owner.put(`manager/deliveries/${id}/`, { value: 130, price: 3 }),
      (owner: Caller) => owner.delete(`manager/deliveries/${id}/`),
      (owner: Caller) => owner.post(`manager/deliveries/${id}/restore/`, {}),
      (owner: Caller) => owner.post(`manager/stocks/${farm.stock}/count/`, { ingredient: feed, weight: 77 }),
      (owner: Caller) => owner.put(`manager/ingredients/${feed}/`, { price: 4 }),
    ];
    await herd(site, 'stock', dice.shuffled(works));
  },

  async 'orderings of one day'(site) {
    const on = day(site.dice);
    const ids: number[] = [];
    for (let many = 0; many < 4; many += 1) ids.push((await makeSchedule(site.farm, on)).id);
    const told = await herd(site, 'ordering', [
      ...times(8, () => {
        const order = site.dice.shuffled(ids);
        return (owner: Caller) => owner.post(`${schedules}ordering/`, { ids: order });
      }),
      (owner) => owner.put(`${schedules}${ids[0]}/`, { auto_load: true }),
      (owner) => owner.delete(`${schedules}${ids[3]}/`),
    ]);
    const { data } = await site.owners[1].get(`${schedules}?farm=${site.farm.farm}&planned_on=${on}&page_size=500`);
    // Two feedings of one period may share a position.
    const positions = (data as { id: number; position: number }[]).filter(({ id }) => ids.includes(id)).map(({ position }) => position);
    demand(site, new Set(positions).size === positions.length, `places ${positions} of one day`, told);
  },

  async 'closing a month and writing into it'(site) {
    const { farm } = site;
    const delivery = {
      farm: farm.farm,
      delivery_type: 'delivery',
      ingredient: farm.silage,
      price: 2,
      delivered_at: `${MONTH}-15T08:00:00Z`,
    };
    const close = (owner: Caller) => owner.post('manager/months/', { farm: farm.farm, month: MONTH });
    const told = await herd(site, 'months', [
      ...times(3, (index) => (owner: Caller) => owner.post('manager/deliveries/', { ...delivery, value: 10 + index })),
      close,
      close,
    ]);
    const closed = told.slice(3);
    demand(site, good(closed).length === 1, 'a month that two close', closed);
    const late = await site.owners[1].post('manager/deliveries/', { ...delivery, value: 99 });
    demand(site, late.status >= 400, 'a write into a closed month', [late]);
    const reopen = (owner: Caller) => owner.post('manager/months/reopen/', { farm: farm.farm, month: MONTH, reason: 'raced' });
    const opened = await herd(site, 'months', [reopen, reopen, reopen]);
    demand(site, good(opened).length === 1, 'a month that many open', opened);
  },

  async 'copies of one day'(site) {
    const [from, to] = ['2026-05-01', '2026-05-02'];
    await makeSchedule(site.farm, from);
    await herd(
      site,
      'copy',
      times(5, () => (owner) => owner.post(`${schedules}copy/`, { farm: site.farm.farm, from, to, replacements: [] })),
    );
    const { data } = await site.owners[0].get(`${schedules}?farm=${site.farm.farm}&planned_on=${to}&page_size=500`);
    demand(site, (data as unknown[]).length === 1, `${(data as unknown[]).length} copies of one feeding`, []);
    for (const { id } of data as { id: number }[]) await site.owners[0].delete(`${schedules}${id}/`);
    await removeDay(site, from);
  },

  async 'a period that is switched on and off'(site) {
    const { farm } = site;
    const job = { ration: farm.ration, mixer: farm.mixer, groups: [{ group: farm.cowsGroup, weight_per_head: 4 }] };
    const name = `Raced ${site.dice.upTo(2 ** 31)}`;
    const { id } = await make(farm.client.owner, 'manager/loadings/', { farm: farm.farm, name, active: false, jobs: [job] });
    await herd(
      site,
      'period',
      times(8, (index) => (owner) => owner.put(`manager/loadings/${id}/`, { active: index % 2 === 0 })),
    );
    await site.owners[1].delete(`manager/loadings/${id}/`);
  },

  async 'the last of the super administrators'(site) {
    const [one, two] = site.servers;
    const db = one.database.acrossClients();
    const [first, second] = [await makeAccount(one, ROOT), await makeAccount(two, ROOT)];
    await db
      .updateTable('account')
      .set({ locked: true })
      .where('is_superadmin', '=', true)
      .where('id', 'not in', [first.id, second.id])
      .execute();
    const lock = (by: Caller, whom: number) => () =>
      by.put(`dashboard/users/${whom}/`, site.dice.pick([{ locked: true }, { is_superadmin: false }]));
    const told = await herd(site, 'super administrators', [lock(first.caller, second.id), lock(second.caller, first.id)]);
    demand(site, good(told).length === 1, 'two super administrators who lock each other', told);
  },

  async 'new passwords for one account'(site) {
    const [one, two] = site.servers;
    const { caller, email } = await makeAccount(one, { user_type: 'admin' });
    const fresh = times(4, (index) => `feed the herd at ${index} o'clock`);
    const callers = [caller, callerOf(two.app, caller.token)];
    const told = await herd(
      site,
      'passwords',
      fresh.map((password, index) => () => (callers[index % 2] as Caller).put('auth/me/', { password: PASSWORD, new_password: password })),
    );
    demand(site, good(told).length === 1, 'passwords that one old one proves', told);
    const logins = await Promise.all(fresh.map((password) => two.nobody.post('auth/jwt/create/', { login: email, password })));
    demand(site, good(logins).length === 1, 'new passwords that sign in', logins);
  },

  async 'clients that are made at once have their own numbers'(site) {
    const made = await Promise.all(site.servers.map((server) => makeClient(server)));
    site.tally.tried(made.length);
    const seen = await Promise.all(made.map(({ owner }) => owner.get('manager/companies/')));
    demand(
      site,
      seen.every(({ count }) => count === 0),
      'a new client that owns something',
      seen,
    );
  },
};

const ROOT = { user_type: 'admin', is_superadmin: true };

async function removeDay({ farm, owners }: Site, on: string): Promise<void> {
  const { data } = await owners[0].get(`${schedules}?farm=${farm.farm}&planned_on=${on}&page_size=500`);
  for (const { id } of data as { id: number }[]) await owners[0].delete(`${schedules}${id}/`);
}
