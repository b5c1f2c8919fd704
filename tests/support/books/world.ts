import { CLIENTS } from '#fixtures/catalog/clients.ts';
import { seed } from '#fixtures/seed.ts';
import type { Caller, TestApi } from '#tests/support/api.ts';
import { make, makeAccount } from '#tests/support/factories.ts';
import { type Books, LISTS, type Row } from './cases.ts';

export interface Place {
  timezone: string;
  month: string;
  /** The last moment of the demonstration's ten days, which end after the month. */
  now: string;
  /** The end of summer time lies in or beside those days. */
  days: Books['days'];
}

/** Reads all rows of a resource, whose list may stand under one of several paths. */
export const readRows =
  (owner: Caller, root: Caller): Books['rows'] =>
  async (path, query = 'page_size=1000') => {
    const caller = path.startsWith('dashboard/') ? root : owner;
    for (const suffix of LISTS) {
      const { status, data } = await caller.get(`${path}${suffix}/?${query}`);
      // A list of cards holds less than its rows.
      if (status === 200 && suffix === '') return data;
      if (status === 200) return Promise.all(data.map(async ({ id }: Row) => (await caller.get(`${path}/${id}/`)).data));
    }
    throw new Error(`no list at ${path}`);
  };

/** A client of two farms, the first of which has closed a month of ten days of feeding. */
export async function makeBooks(api: TestApi, { timezone, month, now, days }: Place): Promise<Books> {
  const [spec] = CLIENTS;
  const farms = spec!.farms.slice(0, 2).map((farm) => ({ ...farm, timezone }));
  await seed(api.url, { clients: [{ ...spec!, farms }], days: 10 }, new Date(now));
  api.setNow(new Date(Date.parse(now) + 12 * 86_400_000));
  const { id: client } = await api.database.acrossClients().selectFrom('client').select('id').executeTakeFirstOrThrow();
  const owner = (await makeAccount(api, { user_type: 'client', client_id: client })).caller;
  const root = (await makeAccount(api, { user_type: 'admin', is_superadmin: true })).caller;
  const rows = readRows(owner, root);
  const [farm, neighbour] = (await rows('manager/farms')).toSorted((a, b) => a.id - b.id) as [Row, Row];
  // Feed that both farms use, brought by either before the month ended and after.
  const sharedStore = await make(owner, 'manager/stocks/', { company: farm.company, farm: null, name: 'Shared', capacity: 100_000 });
  const [type] = await rows('manager/ingtedienttypes');
  for (const at of [farm, neighbour]) {
    const feed = await make(owner, 'manager/ingredients/', {
      farm: at.id,
      stock: sharedStore.id,
      type: type?.id,
      name: `Shared ${at.id}`,
      price: 2,
      dry_matter: 40,
    });
    for (const [n, day] of days.entries())
      await make(owner, 'manager/deliveries/', {
        farm: at.id,
        delivery_type: 'delivery',
        ingredient: feed.id,
        value: 1000,
        price: 2 + n,
        delivered_at: `${day}T08:00:00Z`,
      });
  }
  await addKinds({ owner, rows, farm: farm.id, days });
  await make(owner, 'manager/months/', { farm: farm.id, month });
  return {
    owner,
    root,
    client,
    farm: farm.id,
    neighbour: neighbour.id,
    sharedStore: sharedStore.id,
    month,
    days,
    rows,
    today: api.services.now().toISOString().slice(0, 10),
    removed: new Map(),
  };
}

/** What the demonstration's ten days have none of: opening balances, harvests, a paper, a programme, feedings and batches that wait. */
async function addKinds({ owner, rows, farm, days }: Pick<Books, 'owner' | 'rows' | 'farm' | 'days'>): Promise<void> {
  const [feed] = await rows('manager/ingredients', `farm=${farm}&page_size=1000`);
  const [ration] = await rows('manager/rations', `farm=${farm}&page_size=1000`);
  const [mixer] = await rows('manager/mixers', `farm=${farm}&page_size=1000`);
  const [group] = await rows('manager/groups', `farm=${farm}&page_size=1000`);
  const [recipe] = await rows('manager/recipes', `farm=${farm}&page_size=1000`);
  const steps = [{ day: 1, ration: ration?.id, weight_per_head: 10 }];
  await make(owner, 'manager/programmes/', { farm, name: 'Fattening', steps });
  const bonus = [{ measure: 'bullseye', from: 0, factor: 1.1 }];
  await make(owner, 'manager/bonusrules/', { farm, name: 'Accuracy', base: 100, steps: bonus });
  await make(owner, 'report/additional/', { farm, kind: 'blank', name: 'Bonuses', report_type: 'bonus' });
  await make(owner, 'report/additional/', { farm, kind: 'blank', name: 'Owners', report_type: 'owner_statement' });
  const company = await make(owner, 'manager/deliveries/companies/', { name: 'Ranch of the books' });
  for (const [n, day] of days.entries()) {
    await make(owner, 'manager/groupowners/', { group: group?.id, owner: company.id, from: day, markup: 5 + n, yardage: 2 });
    await make(owner, 'manager/ownerlines/', { farm, owner: company.id, day, text: 'Medicine', amount: 100 + n });
    const at = `${day}T09:00:00Z`;
    await make(owner, 'manager/weights/', { group: group?.id, at, kind: n === 0 ? 'in' : 'check', heads: 10, kg: 5000 + 10 * n });
    await make(owner, 'manager/remarks/', { farm, date: day, text: 'A day with a visit' });
    // Each on a feed of its own, which nothing has moved before that day.
    const of = { farm, stock: feed?.stock, type: feed?.type };
    const opened = await make(owner, 'manager/ingredients/', { ...of, name: `Opened ${day}`, price: 1, dry_matter: 88 });
    await make(owner, 'manager/openings/', { farm, ingredient: opened.id, day, kg: 300, price: 2 });
    await make(owner, 'manager/packs/', { ingredient: feed?.id, name: 'Bale', from: day, kg: 250 + 2 * n });
    await make(owner, 'manager/harvests/', { farm, ingredient: feed?.id, at, kg: 500, cost: 900 });
    const line = { ingredient: feed?.id, value: 20, price_per: 'kg', price_given: 3 };
    await make(owner, 'manager/deliveries/documents/', { farm, number: `N ${day}`, delivered_at: at, lines: [line] });
    await make(owner, 'schedule/schedules/', {
      farm,
      planned_on: day,
      ration: ration?.id,
      mixer: mixer?.id,
      groups: [{ group: group?.id, weight_per_head: 1 }],
    });
    if (recipe) await make(owner, 'animalfeed/schedules/', { farm, recipe: recipe.id, planned_on: day, weight_plan: 10 });
  }
}
