import { sql } from 'kysely';
import { addDays } from '#contract/days.ts';
import { type Imported, MAX_IMPORTED } from '#contract/imports.ts';
import { SIGNAL_RULES, type SignalRule } from '#contract/reports/signal-words.ts';
import type { Caller, TestApi } from './api.ts';
import { make, makeClient, makeFarm } from './factories.ts';

type Row = Record<string, unknown>;

/** The server's day while rows of this module are imported. */
export const IMPORT_DAY = '2026-10-15';
/** A period is planned for today and a week. */
const DAYS_PLANNED = 8;
const FEEDS = 100;
const MIXERS = 20;
const GROUPS_OF_A_LOAD = 50;

/** A farm with everything that rows of every list name, for files of `count` rows. */
export interface ImportFarm {
  client: number;
  owner: Caller;
  farm: number;
  count: number;
}

/** Rows of a file, by their place from 0. */
interface RowMaker {
  row: (at: number, farm: ImportFarm) => Row;
  /** Makes what the rows name and the farm hasn't. */
  prepare?: (api: TestApi, farm: ImportFarm) => Promise<unknown>;
}

const dayBack = (days: number) => addDays(IMPORT_DAY, -days);
const feed = (at: number) => `Feed ${at % FEEDS}`;
/** A group and a number of days, each pair once. */
const pairWith = (groups: number, at: number) => ({ group_name: `Pen ${at % groups}`, days: Math.floor(at / groups) });
/** A nutrient that analyses and norms name. */
const NUTRIENT = 'Crude protein';
const farmAt = (at: number) => `Farm ${at}`;
/** Rules that need loads or plans, which farms made here haven't. */
const UNMET_RULES: readonly SignalRule[] = ['mixer_drift', 'mixing_time', 'service_due', 'nutrient_norm', 'analysis_age'];
const countGroups = (count: number) => Math.ceil(count / DAYS_PLANNED);

/** Valid rows of each list that takes files, by its path. A test compares the paths with the server's endpoints. */
export const ROW_MAKERS: Readonly<Record<string, RowMaker>> = {
  'manager/groups': { row: (at) => ({ name: `New pen ${at}`, animal_type_name: 'Cows', animal_count: 20 + (at % 80) }) },
  'manager/groups/heads': {
    row: (at) => {
      const { group_name, days } = pairWith(100, at);
      return { group_name, day: dayBack(days + 1), heads: 50 + (at % 7) };
    },
  },
  'manager/groupowners': {
    row: (at) => {
      const { group_name, days } = pairWith(100, at);
      return { group_name, owner_name: 'Supplier', from: dayBack(days), markup: 5, yardage: 12.5 };
    },
  },
  'manager/ownerlines': {
    row: (at) => ({ owner_name: 'Supplier', day: dayBack(at % 300), text: `Medicine ${at}`, amount: 100 + (at % 50) }),
    prepare: (api, { client }) =>
      sql`
        insert into group_owner (client_id, farm_id, group_id, owner_id, since)
        select g.client_id, g.farm_id, min(g.id), min(c.id), ${dayBack(400)}::date
        from animal_group g join delivery_company c on c.client_id = g.client_id
        where g.client_id = ${client} group by g.client_id, g.farm_id on conflict do nothing`.execute(api.database.acrossClients()),
  },
  'manager/ingredients': {
    row: (at) => ({ name: `New feed ${at}`, stock_name: 'Store', type_name: 'Grain', price: 5 + (at % 50) / 10, dry_matter: 80 }),
  },
  'manager/deliveries': {
    row: (at) => ({
      ingredient_name: feed(at),
      delivery_type: 'delivery',
      company_name: 'Supplier',
      value: 1000 + (at % 500),
      price: 4 + (at % 30) / 10,
      delivered_at: `${dayBack(at % 365)}T08:${String(at % 60).padStart(2, '0')}`,
    }),
  },
  'manager/rations': {
    row: (at) => ({
      name: `New ration ${at}`,
      basis: 'load_fresh',
      items: [
        { ingredient_name: feed(at), amount: 60 },
        { ingredient_name: feed(at + 1), amount: 40 },
      ],
    }),
  },
  'manager/scenarios': {
    row: (at) => ({
      name: `Case ${at}`,
      heads: [{ group_name: `Pen ${at % 100}`, day: addDays(IMPORT_DAY, 10), heads: 40 }],
      prices: [{ ingredient_name: feed(at), price: 7 }],
    }),
  },
  'manager/bonusrules': {
    row: (at) => ({ name: `Bonus ${at}`, base: 1000, steps: [{ measure: 'bullseye', from: 90, factor: 1.1 }] }),
  },
  'manager/serviceplans': {
    row: (at) => ({ mixer_name: `Mixer ${at % MIXERS}`, what: `Task ${at}`, every: { days: 30, loads: null, tonnes: null } }),
  },
  'manager/services': {
    row: (at) => ({
      mixer_name: `Mixer ${at % MIXERS}`,
      plan_name: `Check ${at % MIXERS}`,
      done_at: `${dayBack(1 + (Math.floor(at / MIXERS) % 300))}T${String(Math.floor(at / MIXERS / 300) + 8).padStart(2, '0')}:00`,
      cost: 100,
    }),
    prepare: async (api, { client }) => {
      await sql`
        insert into service_plan (client_id, farm_id, mixer_id, name, every_days)
        select client_id, farm_id, id, 'Check ' || substring(name from 7), 30 from mixer where client_id = ${client} on conflict do nothing`.execute(
        api.database.acrossClients(),
      );
    },
  },
  'manager/orders': {
    row: (at) => ({
      company_name: 'Supplier',
      ingredient_name: feed(at),
      kg: 1000 + (at % 500),
      price: 5,
      from: addDays(IMPORT_DAY, Math.floor(at / FEEDS)),
      to: addDays(IMPORT_DAY, Math.floor(at / FEEDS) + 3),
    }),
  },
  'manager/bunkscores': {
    row: (at) => {
      const { group_name, days } = pairWith(100, at);
      return { group_name, day: dayBack(days), score: [0, 0.5, 1, 2][at % 4] };
    },
  },
  'manager/callrules': {
    row: (at) => ({ farm_name: farmAt(at), rows: [{ score: 0, percent: 3 }], max_percent: 10 }),
    prepare: makeFarms,
  },
  'manager/calls': {
    row: (at, { count }) => {
      const { group_name, days } = pairWith(countGroups(count), at);
      return { group_name, day: addDays(IMPORT_DAY, days), percent: [4, 2, 3, 1][days % 4], reason: 'weather' };
    },
    prepare: planFeedings,
  },
  'manager/openings': {
    row: (at) => ({ ingredient_name: `Untouched ${at}`, day: dayBack(400), kg: 1000 + (at % 500), price: 5 }),
    prepare: (api, { client, count }) =>
      sql`
        insert into ingredient (client_id, farm_id, stock_id, type_id, name, price)
        select client_id, farm_id, stock_id, type_id, 'Untouched ' || n, 5 from ingredient, generate_series(0, ${count - 1}::integer) n
        where client_id = ${client} and name = 'Feed 0'`.execute(api.database.acrossClients()),
  },
  'manager/packs': {
    row: (at) => ({ ingredient_name: feed(at), name: `Bale ${Math.floor(at / FEEDS)}`, from: dayBack(30), kg: 200 + (at % 100) }),
  },
  'manager/milk': {
    row: (at) => {
      const { group_name, days } = pairWith(100, at);
      return { group_name, day: dayBack(days + 1), kg: 1000 + (at % 90), fat: 3.8, protein: 3.3 };
    },
  },
  'manager/milkprices': { row: (at) => ({ from: dayBack(at), base: 12 + (at % 20) / 10, fat: 100, protein: 200 }) },
  'manager/weights': {
    row: (at) => {
      const { group_name, days } = pairWith(100, at);
      return { group_name, at: `${dayBack(300 - days)}T08:00`, kind: 'in', heads: 2, kg: 700, price: 60 };
    },
  },
  'manager/harvests': {
    row: (at) => ({
      ingredient_name: feed(at),
      at: `${dayBack(at % 365)}T18:${String(Math.floor(at / 365)).padStart(2, '0')}`,
      kg: 2000 + (at % 500),
      dry_matter: 33,
      cost: 5000,
    }),
  },
  'manager/programmes': {
    row: (at) => ({
      name: `Way ${at}`,
      blend_days: 0,
      steps: [
        { day: 1, ration_name: 'Ration', weight_per_head: 20 },
        { day: 30, ration_name: 'Ration', weight_per_head: 25 },
      ],
    }),
  },
  'manager/stocks/transfer': {
    row: (at) => ({
      ingredient_name: feed(at),
      stock_name: 'Store',
      to_name: 'Other store',
      kg: 10 + (at % 5),
      at: `${dayBack(at % 300)}T10:00`,
    }),
  },
  'manager/drymatter': {
    row: (at) => ({
      ingredient_name: feed(at),
      percent: 80 + (at % 9),
      method: 'lab',
      measured_at: `${dayBack(Math.floor(at / FEEDS))}T07:00`,
    }),
  },
  'manager/analyses': {
    row: (at) => ({
      ingredient_name: feed(at),
      sampled_on: dayBack(at % 365),
      lab: 'Lab',
      lot: String(at),
      values: [{ nutrient_name: NUTRIENT, value: 10 + (at % 20) / 10 }],
    }),
    prepare: makeNutrient,
  },
  'manager/offers': {
    row: (at) => ({
      ingredient_name: feed(at),
      company_name: 'Supplier',
      from: dayBack(Math.floor(at / FEEDS)),
      price: 4 + (at % 30) / 10,
    }),
  },
  'manager/norms': {
    row: (at) => {
      const { group_name, days } = pairWith(100, at);
      return { group_name, nutrient_name: NUTRIENT, from: dayBack(days), min: 14, target: 16 };
    },
    prepare: makeNutrient,
  },
  'manager/signalrules': {
    row: (at) => {
      const rule = SIGNAL_RULES[at % SIGNAL_RULES.length] as SignalRule;
      return { farm_name: farmAt(Math.floor(at / SIGNAL_RULES.length)), rule, active: !UNMET_RULES.includes(rule) };
    },
    prepare: async (api, farm) => {
      await makeFarms(api, farm);
      await sql`
        insert into mixer (client_id, farm_id, name, max_weight, loading_admittance)
        select client_id, id, 'Tolerant', 1000, 5 from farm where client_id = ${farm.client} and name like 'Farm %'`.execute(
        api.database.acrossClients(),
      );
    },
  },
  'manager/budgets': {
    row: (at) => ({
      farm_name: farmAt(Math.floor(at / 50)),
      year: 2030 + (at % 50),
      lines: [],
    }),
    prepare: makeFarms,
  },
};

/** A farm of a new client, on which files of `count` rows can be imported. */
export async function makeImportFarm(api: TestApi, count = MAX_IMPORTED): Promise<ImportFarm> {
  const { owner, id: client } = await makeClient(api);
  const at = await makeFarm(owner);
  const { farm, company } = at;
  const importRows = (path: string, rows: Row[]) => importAll(owner, path, { farm, rows });
  await make(owner, 'manager/animaltypes/', { name: 'Cows' });
  await make(owner, 'manager/ingtedienttypes/', { name: 'Grain' });
  await make(owner, 'manager/stocks/', { company, farm, name: 'Store' });
  await make(owner, 'manager/stocks/', { company, farm, name: 'Other store' });
  await make(owner, 'manager/deliveries/companies/', { name: 'Supplier' });
  await importRows(
    'manager/groups',
    Array.from({ length: Math.max(Math.min(count, 100), countGroups(count)) }, (_, at) => ({
      name: `Pen ${at}`,
      animal_type_name: 'Cows',
      animal_count: 50,
    })),
  );
  await importRows(
    'manager/ingredients',
    Array.from({ length: FEEDS }, (_, at) => ({ name: feed(at), stock_name: 'Store', type_name: 'Grain', price: 5, dry_matter: 80 })),
  );
  await importRows(
    'manager/deliveries',
    Array.from({ length: FEEDS }, (_, at) => ({
      ingredient_name: feed(at),
      delivery_type: 'delivery',
      value: 9_000_000,
      price: 5,
      delivered_at: dayBack(390),
    })),
  );
  await importRows('manager/rations', [{ name: 'Ration', basis: 'load_fresh', items: [{ ingredient_name: feed(0), amount: 100 }] }]);
  for (let n = 0; n < MIXERS; n += 1) await make(owner, 'manager/mixers/', { farm, name: `Mixer ${n}`, max_weight: 90_000 });
  // A mixer is serviced from its first load on.
  const loads = Array.from({ length: MIXERS }, (_, n) => ({
    ...{ load: String(n), at: `${dayBack(380)}T06:00`, ration_name: 'Ration', mixer_name: `Mixer ${n}` },
    ...{ ingredient_name: feed(0), target: 100, actual: 100 },
  }));
  const loaded = await owner.post('schedule/schedules/import/', { farm, items: loads });
  if (loaded.status !== 200) throw new Error(`loads: ${loaded.status} ${JSON.stringify(loaded.errors)}`);
  await analyzeMany(api, count);
  return { client, owner, farm, count };
}

/** Tests run without autovacuum, and a few rows need no statistics. */
async function analyzeMany(api: TestApi, count: number): Promise<void> {
  if (count > 100) await sql`analyze`.execute(api.database.acrossClients());
}

/** Sends rows to a list as a file of the farm, or of the farms that the rows name. */
export const sendRows = (path: string, { owner, farm }: ImportFarm, rows: readonly Row[], dry_run = false) =>
  owner.post<Imported>(`${path}/import/`, { rows, dry_run, ...(rows.some(({ farm_name }) => farm_name) ? {} : { farm }) });

/** Rows of a list, with everything made that they name. */
export async function prepareRows(api: TestApi, path: string, farm: ImportFarm): Promise<Row[]> {
  const maker = ROW_MAKERS[path];
  if (!maker) throw new Error(`no rows for ${path}`);
  await maker.prepare?.(api, farm);
  await analyzeMany(api, farm.count);
  return Array.from({ length: farm.count }, (_, at) => maker.row(at, farm));
}

async function importAll(owner: Caller, path: string, body: object): Promise<void> {
  const { status, errors } = await owner.post(`${path}/import/`, body);
  if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(errors).slice(0, 300)}`);
}

/** Analyses and norms share the nutrient of a farm. */
async function makeNutrient(_api: TestApi, { owner }: ImportFarm): Promise<void> {
  const { data } = await owner.get<{ name: string }[]>('manager/nutrients/');
  if (!data.some(({ name }) => name === NUTRIENT)) await make(owner, 'manager/nutrients/', { name: NUTRIENT });
}

/** As many more farms as rows, each with a number for its name. */
async function makeFarms(api: TestApi, { client, count }: ImportFarm): Promise<void> {
  await sql`
    insert into farm (client_id, company_id, name, timezone)
    select client_id, min(company_id), 'Farm ' || n, 'Europe/Kyiv' from farm, generate_series(0, ${count - 1}::integer) n
    where client_id = ${client} group by client_id, n
    on conflict do nothing`.execute(api.database.acrossClients());
}

/** A week of feedings for every group, by an active period. */
async function planFeedings(_api: TestApi, { owner, farm, count }: ImportFarm): Promise<void> {
  const listIds = async (path: string): Promise<{ id: number; name: string }[]> => {
    const found: { id: number; name: string }[] = [];
    for (let page = 1; ; page += 1) {
      const { data } = await owner.get(`${path}?farm=${farm}&page_size=1000&page=${page}`);
      found.push(...data);
      if (data.length < 1000) return found;
    }
  };
  const wanted = new Set(Array.from({ length: countGroups(count) }, (_, at) => `Pen ${at}`));
  const groups = (await listIds('manager/groups/')).filter(({ name }) => wanted.has(name));
  const ration = (await listIds('manager/rations/')).find(({ name }) => name === 'Ration');
  const mixers = await listIds('manager/mixers/');
  const jobs = Array.from({ length: Math.ceil(groups.length / GROUPS_OF_A_LOAD) }, (_, n) => ({
    ration: ration?.id,
    mixer: mixers[n % mixers.length]?.id,
    groups: groups.slice(n * GROUPS_OF_A_LOAD, (n + 1) * GROUPS_OF_A_LOAD).map(({ id }) => ({ group: id, weight_per_head: 20 })),
  }));
  await make(owner, 'manager/loadings/', { farm, name: 'All', active: true, jobs });
}
