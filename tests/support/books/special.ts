import type { Attempt, Books, Case, Row } from './cases.ts';

const FEEDINGS = 'schedule/schedules';
const BATCHES = 'animalfeed/schedules';

const dayIn = (books: Books) => books.days[1];
const feedings = (books: Books, farm = books.farm) =>
  books.rows(FEEDINGS, `farm=${farm}&planned_on_after=${books.month}-01&page_size=1000`);
/** Feedings of the month's last day and of the day after, in each state. */
async function someFeedings(books: Books): Promise<Row[]> {
  const rows = await feedings(books);
  const states = new Map(rows.map((row) => [`${row.planned_on.slice(0, 7)} ${row.status}`, row]));
  return [...states.values()];
}
const noon = (day: string) => `${day}T10:00:00Z`;
/** Late on the evening before a month that follows, by the farm's clock and by UTC. */
const eves = (books: Books) => books.days.flatMap((day) => [noon(day), `${day}T21:30:00Z`, `${day}T00:15:00Z`]);

const ofFeedings =
  (body: (row: Row, books: Books) => unknown): Case =>
  async (books) =>
    (await someFeedings(books)).flatMap((row) => [body(row, books)].flat().map((one) => ({ id: row.id, body: one })));

const loadOf = (row: Row, books: Books) => ({
  status: 'loaded',
  started_at: `${dayIn(books)}T19:00:00Z`,
  finished_at: `${dayIn(books)}T20:00:00Z`,
  items: row.items.map((item: Row) => ({ ingredient: item.ingredient, weight_fact: item.weight_plan })),
});
const unloadOf = (row: Row, books: Books) => ({
  status: 'uploaded',
  started_at: `${dayIn(books)}T20:10:00Z`,
  finished_at: `${dayIn(books)}T20:30:00Z`,
  groups: row.groups.map((group: Row) => ({ group: group.group, weight_fact: group.weight_plan })),
});

async function feedOf(books: Books, farm: number): Promise<Row | undefined> {
  return (await books.rows('manager/ingredients', `farm=${farm}&page_size=1000`))[0];
}

/** A load of the farm's feed, and of the shared store's by its other farm, at each moment. */
const importedLoads: Case = async (books) => {
  const feeds = await books.rows('manager/ingredients', 'page_size=1000');
  const of = (farm: number) => feeds.find((row) => row.stock === books.sharedStore && row.farm === farm);
  const own = feeds.find((row) => row.farm === books.farm && row.stock !== books.sharedStore);
  const attempts: Attempt[] = [];
  for (const [farm, feed] of [
    [books.farm, own],
    [books.neighbour, of(books.neighbour)],
  ] as const) {
    const [mixer] = await books.rows('manager/mixers', `farm=${farm}&page_size=1000`);
    const [group] = await books.rows('manager/groups', `farm=${farm}&page_size=1000`);
    for (const at of eves(books)) {
      const load = { load: `books ${at}`, at, mixer: mixer?.id, actual: 10 };
      attempts.push({ body: { farm, items: [{ ...load, ingredient: feed?.id }], groups: [{ ...load, group: group?.id }] } });
    }
  }
  return attempts;
};

/** Counts of the farm's feeds and of the shared store's, by either farm. */
const countsOf: Case = async (books) => {
  const feeds = await books.rows('manager/ingredients', 'page_size=1000');
  const some = [feeds.find((row) => row.farm === books.farm), ...feeds.filter((row) => row.stock === books.sharedStore)];
  return some.flatMap((feed) =>
    feed ? eves(books).map((counted_at) => ({ id: feed.stock, body: { ingredient: feed.id, weight: feed.rest + 7, counted_at } })) : [],
  );
};

/** A little of the farm's feed, and of the shared store's, to another store at each moment. */
async function transfersOf(books: Books): Promise<Row[]> {
  const feeds = await books.rows('manager/ingredients', 'page_size=1000');
  const stores = await books.rows('manager/stocks');
  const own = feeds.find((row) => row.farm === books.farm && row.rest > 100 && row.stock !== books.sharedStore);
  const shared = feeds.find((row) => row.stock === books.sharedStore);
  return [own, shared].flatMap((feed) => {
    const to = stores.find((store) => store.id !== feed?.stock && (store.farm === books.farm || store.farm === null));
    return feed && to ? eves(books).map((at) => ({ ingredient: feed.id, to: to.id, kg: 1, at })) : [];
  });
}

/** Calls are of today and of days to come, besides the days about the month. */
const callsOf: Case = async (books) => {
  const groups = (await books.rows('manager/groups', `farm=${books.farm}`)).slice(0, 3);
  return groups.flatMap(({ id: group }) => [...books.days, books.today].map((day) => ({ body: { group, day, percent: 5 } })));
};

/** Animals that come to a group, about the month. */
const weighingsOf: Case = async (books) => {
  const [group] = await books.rows('manager/groups', `farm=${books.farm}`);
  return group ? eves(books).map((at) => ({ body: { group: group.id, at, kind: 'in', heads: 5, kg: 2000 } })) : [];
};

/** One event of another program on each of the days about the month. */
const sendEvents =
  (name: string, fields: (day: string) => object): Case =>
  async (books) => {
    const [group] = await books.rows('manager/groups', `farm=${books.farm}`);
    return books.days.map((day) => ({
      names: { scheme: 'manger', location: String(books.farm) },
      body: [
        {
          meta: { source: 'books', sourceId: `${name} ${day}` },
          animalSetReference: { identifier: { scheme: 'manger', id: String(group?.id) } },
          ...fields(day),
        },
      ],
    }));
  };
const sendMovements = (name: string) => sendEvents(name, (day) => ({ eventDateTime: noon(day), countObserved: 1 }));
const BATCH = 'post /ade/batches/locations/{scheme}/{location}';

/** Cases of endpoints that follow no pattern, by `method path`. */
export const SPECIAL: Record<string, Case> = {
  [`${BATCH}/daily-milking-averages`]: sendEvents('milk', (averageDate) => ({
    averageDate,
    milkYieldAvg24h: { unitCode: 'KGM', value: 50 },
    fatPercentage: 4,
    proteinPercentage: 3,
  })),
  [`${BATCH}/group-arrivals`]: sendMovements('arrivals'),
  [`${BATCH}/group-births`]: sendMovements('births'),
  [`${BATCH}/group-departures`]: sendMovements('departures'),
  [`${BATCH}/group-deaths`]: sendMovements('deaths'),
  [`${BATCH}/group-weights`]: sendEvents('weights', (day) => ({
    eventDateTime: noon(day),
    countObserved: 2,
    statistics: [{ aggregation: 'Sum', value: 900 }],
  })),
  'post /manager/weights': weighingsOf,
  [`put /${FEEDINGS}/{id}/load`]: ofFeedings((row, books) => [{ ...loadOf(row, books), status: 'in_process' }, loadOf(row, books)]),
  [`put /${FEEDINGS}/{id}/upload`]: ofFeedings((row, books) => [{ ...unloadOf(row, books), status: 'out_process' }, unloadOf(row, books)]),
  [`put /${FEEDINGS}/{id}/weighings`]: ofFeedings((row) => ({
    reason: 'Scale',
    items: row.items.slice(0, 1).map((item: Row) => ({ ingredient: item.ingredient, weight_fact: (item.weight_fact ?? 0) + 11 })),
    groups: [],
  })),
  [`post /${FEEDINGS}/{id}/reset`]: ofFeedings(() => ({ reason: 'Again' })),
  [`post /${FEEDINGS}/ordering`]: async (books) => {
    const rows = await feedings(books);
    return [...new Set(rows.map(({ planned_on }) => planned_on))].map((day) => ({
      body: {
        ids: rows
          .filter((row) => row.planned_on === day)
          .map(({ id }) => id)
          .toReversed(),
      },
    }));
  },
  [`post /${FEEDINGS}/copy`]: async (books) =>
    books.days.flatMap((from) => books.days.map((to) => ({ body: { farm: books.farm, from, to } }))),
  'put /schedule/loadings/{id}': async (books) => {
    const rows = await books.rows('schedule/loadings', `farm=${books.farm}&planned_on_after=${books.month}-01`);
    return [rows[0], rows.at(-1)].flatMap((row) =>
      row
        ? [
            { id: row.id, body: { active: false } },
            { id: row.id, body: { schedules: [] } },
          ]
        : [],
    );
  },
  [`post /${BATCHES}/{id}/load`]: async (books) =>
    (await books.rows(BATCHES, 'page_size=1000')).slice(0, 4).map((row) => ({
      id: row.id,
      body: {
        started_at: `${dayIn(books)}T18:00:00Z`,
        finished_at: `${dayIn(books)}T19:00:00Z`,
        items: row.items.map((item: Row) => ({ ingredient: item.ingredient, weight_fact: item.weight_plan })),
      },
    })),
  [`post /${BATCHES}/{id}/reset`]: async (books) =>
    (await books.rows(BATCHES, 'page_size=1000')).map((row) => ({ id: row.id, body: { reason: 'Again' } })),
  'post /manager/recipes/craft': async (books) => {
    const recipes = await books.rows('manager/recipes', 'page_size=1000');
    return recipes
      .slice(0, 2)
      .flatMap((recipe) => eves(books).map((crafted_at) => ({ body: { recipe: recipe.id, weight: 5, crafted_at } })));
  },
  'post /manager/rations/{id}/optimise': async (books) =>
    (await books.rows('manager/rations')).slice(0, 2).map(({ id, items }) => ({
      id,
      body: {
        feeds: (items as Row[]).map(({ ingredient }) => ({ ingredient, price: 1 })),
        limits: [{ of: 'weight', min: 10, max: 10 }],
      },
    })),
  'put /perm/consultants/{id}': async ({ owner }) =>
    (await owner.get<Row[]>('perm/consultants/')).data.map(({ id }) => ({ id, body: { may_copy_rations: true } })),
  'put /manager/rations/{id}/limits': async (books) =>
    (await books.rows('manager/rations')).slice(0, 2).map(({ id, items }) => ({
      id,
      body: {
        feeds: (items as Row[]).map(({ ingredient }) => ({ ingredient })),
        limits: [{ of: 'weight', min: 10, max: 10 }],
        head: 20,
      },
    })),
  'post /manager/rations/{id}/copy': async (books) => {
    const [ration, target] = await Promise.all([books.rows('manager/rations'), books.rows('manager/farms')]);
    return ration.slice(0, 2).map(({ id }) => ({ id, body: { targets: target.map((farm) => ({ farm: farm.id })), reason: 'Copied' } }));
  },
  'post /schedule/schedules/import': importedLoads,
  'post /manager/stocks/{id}/count': countsOf,
  'post /manager/stocks/{id}/count-sheet': async (books, endpoint) =>
    (await countsOf(books, endpoint)).map(({ id, body }) => {
      const { ingredient, weight, counted_at } = body as Row;
      return { id, body: { counted_at, counts: [{ ingredient, weight }] } } as Attempt;
    }),
  'post /manager/groups/heads/move': async (books) => {
    const [from, to] = await books.rows('manager/groups', `farm=${books.farm}`);
    return from && to ? books.days.map((day) => ({ body: { from: from.id, to: to.id, heads: 1, day } })) : [];
  },
  'post /manager/groups/heads/import': async (books) => {
    const [group] = await books.rows('manager/groups', `farm=${books.farm}`);
    return group
      ? books.days.map((day) => ({ body: { farm: books.farm, rows: [{ group: group.id, day, heads: group.animal_count + 3 }] } }))
      : [];
  },
  'post /manager/stocks/transfer': async (books) => transfersOf(books).then((bodies) => bodies.map((body) => ({ body }))),
  'post /manager/stocks/transfer/import': async (books) =>
    transfersOf(books).then((bodies) => bodies.map((row) => ({ body: { farm: books.farm, rows: [row] } }))),
  'post /manager/months': async ({ farm, month }) => [{ body: { farm, month } }],
  'post /manager/months/close': async ({ farm, month }) => [{ body: { farms: [farm], month } }],
  'post /manager/budgets/{id}/approve': async (books) => (await books.rows('manager/budgets')).map(({ id }) => ({ id, body: {} })),
  'post /manager/budgets/{id}/from': async (books) =>
    (await books.rows('manager/budgets')).map(({ id }) => ({ id, body: { source: 'facts', price_growth: 5 } })),
  'post /manager/signals/close': async (books) => {
    const [signal] = await books.rows('manager/signals');
    return [{ body: { ids: [signal?.id ?? 1], state: 'done', note: 'Mended' } }];
  },
  'put /manager/signals/{id}': async (books) =>
    (await books.rows('manager/signals')).slice(0, 2).map(({ id }) => ({ id, body: { state: 'done', note: 'Mended' } })),
  'post /manager/deliveries/documents': async (books) => {
    const feed = await feedOf(books, books.farm);
    return eves(books).map((delivered_at, at) => ({
      body: {
        farm: books.farm,
        delivery_type: 'delivery',
        number: `N ${at}`,
        delivered_at,
        lines: [{ ingredient: feed?.id, value: 10, price_given: 3 }],
      },
    }));
  },
  'post /manager/nutrients': async () => [{ body: { name: 'Nutrient of the books', unit: 'percent' } }],
  'post /manager/nutrients/starter': async () => [{ body: { language: 'en' } }],
  'post /manager/analyses/library': async (books) => {
    const feed = await feedOf(books, books.farm);
    return books.days.map((valid_from) => ({ body: { ingredient: feed?.id, feed: 'maize_silage', valid_from } }));
  },
  'post /manager/analyses': async (books) => {
    const feed = await feedOf(books, books.farm);
    const [nutrient] = await books.rows('manager/nutrients');
    return books.days.map((sampled_on) => ({
      body: { ingredient: feed?.id, sampled_on, values: [{ nutrient: nutrient?.id, value: 9 }] },
    }));
  },
  'post /manager/offers': async (books) => {
    const feed = await feedOf(books, books.farm);
    const [company] = await books.rows('manager/deliveries/companies');
    return books.days.map((from) => ({ body: { company: company?.id, ingredient: feed?.id, from, price: 7 } }));
  },
  'post /manager/norms': async (books) => {
    const [group] = (await books.rows('manager/groups')).filter(({ farm }) => farm === books.farm);
    const [nutrient] = await books.rows('manager/nutrients');
    return books.days.map((from) => ({ body: { group: group?.id, nutrient: nutrient?.id, from, min: 12 } }));
  },
  'post /manager/packs': async (books) => {
    const feed = await feedOf(books, books.farm);
    return books.days.map((from) => ({ body: { ingredient: feed?.id, name: 'Bag', from, kg: 20 } }));
  },
  'post /manager/calls': callsOf,
  'put /manager/calls': callsOf,
  'post /manager/calls/import': async (books, endpoint) =>
    (await callsOf(books, endpoint)).map(({ body }) => ({ body: { farm: books.farm, rows: [body] } })),
  'put /dashboard/clients/{id}': async ({ client }) => [
    { id: client, body: { currency: 'EUR' } },
    { id: client, body: { company_name: 'Renamed' } },
  ],
};

/** Endpoints of people, their rights and mails, and of the installation; none of them holds a figure of a farm. Each is called with an empty body. */
export const ELSEWHERE = [
  'delete /auth/sessions/{session}',
  'post /auth/second-factor',
  'post /auth/second-factor/confirm',
  'post /auth/second-factor/off',
  'put /auth/me',
  'put /auth/pins',
  'put /dashboard/security',
  'post /dashboard/mixers/brands',
  'put /dashboard/mixers/brands/{id}',
  'delete /dashboard/mixers/brands/{id}',
  'post /dashboard/mixers/brands/{id}/replace',
  'post /dashboard/mixers/models',
  'put /dashboard/mixers/models/{id}',
  'delete /dashboard/mixers/models/{id}',
  'post /dashboard/mixers/models/{id}/replace',
  'post /dashboard/mixers/items',
  'put /dashboard/mixers/items/{id}',
  'delete /dashboard/mixers/items/{id}',
  'put /dashboard/users/{id}',
  'delete /dashboard/users/{id}',
  'post /dashboard/views',
  'put /dashboard/views/{id}',
  'delete /dashboard/views/{id}',
  'post /dashboard/view-mails',
  'put /dashboard/view-mails/{id}',
  'delete /dashboard/view-mails/{id}',
  'post /dashboard/view-shares',
  'put /dashboard/view-shares/{id}',
  'delete /dashboard/view-shares/{id}',
  'put /perm/employees/{id}',
  'delete /perm/employees/{id}',
  'post /perm/employees/{id}/restore',
  'post /perm/groups',
  'put /perm/groups/{id}',
  'delete /perm/groups/{id}',
  'post /perm/groups/{id}/replace',
  'post /manager/keys',
  'delete /manager/keys/{id}',
  'post /manager/webhooks',
  'put /manager/webhooks/{id}',
  'delete /manager/webhooks/{id}',
  'post /manager/webhooks/{id}/replay',
  'post /manager/database-access',
  'delete /manager/database-access',
  'post /report/boards',
  'put /report/boards/{id}',
  'delete /report/boards/{id}',
  'post /report/shares',
  'put /report/shares/{id}',
  'delete /report/shares/{id}',
  'post /report/subscriptions',
  'put /report/subscriptions/{id}',
  'delete /report/subscriptions/{id}',
  'post /report/month-end/mail',
  'post /report/month-end/address',
  'put /user/signalmail',
  'post /user/signalpush',
  'delete /user/signalpush/{id}',
  'post /dashboard/clients/import',
  'delete /dashboard/users/{id}/second-factor',
  'post /dashboard/users/create',
  'post /dashboard/users/{id}/view-as',
  'put /dashboard/users/{id}/password',
  'post /perm/employees/create',
  'post /perm/employees/{id}/erase',
  'delete /perm/employees/{id}/second-factor',
  'put /perm/employees/{id}/password',
  // Its body is sealed by the manufacturer.
  'put /manager/mixers/{id}/calibration',
  'delete /report/subscriptions/{id}/link',
  'post /report/subscriptions/{id}/link',
  'post /report/subscriptions/{id}/ask',
  'post /report/subscriptions/{id}/send',
  'post /manager/deliveries/documents/{id}/files',
  'delete /manager/deliveries/documents/{id}/files/{file}',
  'post /manager/analyses/{id}/files',
  'delete /manager/analyses/{id}/files/{file}',
];

/** They end the sign-in that the other calls need. */
export const ENDS_SIGN_IN = ['post /auth/logout', 'delete /auth/sessions'];

/** Calls that this world refuses for another reason before the month is looked at, by endpoint, each with the reason. */
export const REFUSED_FIRST: Record<string, string> = {
  'post /manager/papers': 'a new version needs a reason, and papers that closing issued have none',
  'post /manager/callrules': 'a farm has one set of rules, and has it',
  'post /manager/calls/import': 'calls are of today and later, and those are there',
  'post /manager/budgets/import': 'a year has one draft, and has it',
  'post /manager/budgets/{id}/approve': 'the budget is approved already',
  'post /manager/weights/import': 'weighings of the same moment are there',
  'delete /manager/weights/{id}': 'later weighings need the animals',
  'post /manager/signalrules': 'no farm has settings of its own to copy',
  'put /manager/signalrules/{id}': 'no farm has settings of its own',
  'post /manager/signalrules/import': 'no farm has settings of its own to copy',
  'delete /manager/signalrules/{id}': 'no farm has settings of its own',
};
