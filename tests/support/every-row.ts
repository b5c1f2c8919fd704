import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import type { Endpoint } from '#server/platform/http/endpoint.ts';
import { findUnknownKeys } from '#server/platform/http/unknown-keys.ts';
import type { Caller } from './api.ts';
import { deliver, make, makeFarm, makeGroup, makeIngredient, makeMixer, makeRation, type TestClient } from './factories.ts';

type Row = Record<string, unknown>;

/** A client with a row of every kind that its owner can create. `keep` receives each row. */
export async function fillClient(client: TestClient, keep: (path: string, row: Row) => void): Promise<void> {
  const { owner } = client;
  const at = await makeFarm(owner);
  const feed = await makeIngredient(owner, at);
  const made = await makeIngredient(owner, at);
  const items = [{ ingredient: feed.id, percent: 100 }];
  const group = await makeGroup(owner, at);
  const ration = await makeRation(owner, at, items);
  const mixer = await makeMixer(owner, at);
  const company = await make(owner, 'manager/deliveries/companies/', { name: 'Supplier' });
  const job = { ration: ration.id, mixer: mixer.id, groups: [{ group: group.id, weight_per_head: 10 }] };
  const today = new Date().toISOString().slice(0, 10);
  keep('/manager/companies', { id: at.company, name: 'Other' });
  keep('/manager/farms', { id: at.farm, company: at.company, name: 'Other' });
  keep('/manager/stocks', { id: at.stock, company: at.company, farm: at.farm, name: 'Other' });
  keep('/manager/animaltypes', { id: at.cows, name: 'Other' });
  keep('/manager/ingtedienttypes', { id: at.type, name: 'Other' });
  keep('/manager/ingredients', feed);
  keep('/manager/groups', group);
  keep('/manager/rations', ration);
  keep('/manager/mixers', mixer);
  keep('/manager/deliveries/companies', company);
  keep(
    '/manager/orders',
    await make(owner, 'manager/orders/', { company: company.id, ingredient: feed.id, kg: 10, price: 2, from: today, to: today }),
  );
  keep('/manager/deliveries', await deliver(owner, at, feed.id, 100, 2));
  const recipe = await make(owner, 'manager/recipes/', { farm: at.farm, name: 'Compound', ingredient: made.id, items });
  keep('/manager/recipes', recipe);
  keep(
    '/animalfeed/schedules',
    await make(owner, 'animalfeed/schedules/', { farm: at.farm, recipe: recipe.id, planned_on: today, weight_plan: 1 }),
  );
  keep(
    '/report/additional',
    await make(owner, 'report/additional/', { farm: at.farm, kind: 'blank', name: 'Waybill', report_type: 'form8' }),
  );
  const saved = await make(owner, 'report/additional/', { farm: at.farm, kind: 'filter', name: 'Weekly', report_type: 'planfeed' });
  const link = { saved: saved.id, way: 'link', format: 'xlsx', language: 'en', period: 'days_7' };
  keep('/report/subscriptions', await make(owner, 'report/subscriptions/', link));
  keep(
    '/leftovers/leftovers',
    await make(owner, 'leftovers/leftovers/', { farm: at.farm, group: group.id, date: '2026-01-10', weight: 5 }),
  );
  keep('/perm/groups', await make(owner, 'perm/groups/', { name: 'Feeders', farms: [at.farm], permissions: [] }));
  keep('/manager/loadings', await make(owner, 'manager/loadings/', { farm: at.farm, name: 'Morning', jobs: [job] }));
  keep('/schedule/schedules', await make(owner, 'schedule/schedules/', { farm: at.farm, planned_on: today, ...job }));
}

/** Calls an endpoint at a path with ids. */
export const callEndpoint = (caller: Caller, endpoint: Endpoint, path: string, body: unknown) => {
  const at = `${path.slice(1)}/`;
  if (endpoint.method === 'get') return caller.get(at);
  if (endpoint.method === 'delete') return caller.delete(at);
  return endpoint.method === 'put' ? caller.put(at, body) : caller.post(at, body);
};

/** The best body for an endpoint: none, the row's content, or a terminal's report. */
export function bodyFor(endpoint: Endpoint, row: Row | undefined, ingredient?: unknown): unknown {
  const candidates = [
    { ...row, version: undefined },
    {},
    { ...row, weight: 1, ingredient: ingredient, data: 'x', reason: 'x', ids: [row?.id], status: 'loaded' },
    { ...row, status: 'uploaded' },
  ];
  const fitting = candidates.map((candidate) => withoutUnknown(endpoint, candidate));
  return fitting.find((candidate) => endpoint.body?.safeParse(candidate).success) ?? {};
}

/** Returns a body without the fields that its endpoint refuses. */
function withoutUnknown({ body, response }: Endpoint, row: Row): Row {
  const unknown = body ? findUnknownKeys(body, response, row) : {};
  return Object.fromEntries(Object.entries(row).filter(([field]) => !(field in unknown)));
}

/** All rows of a client as one text, for comparison. */
export async function everythingOf(database: Database, client: number): Promise<string> {
  const db = database.forClient(client);
  const { rows: tables } = await sql<{ name: string }>`
    select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and c.column_name = 'client_id' and t.table_type = 'BASE TABLE'
      and c.table_name not in ('session', 'activity') order by 1`.execute(db);
  if (tables.length <= 20) throw new Error(`only ${tables.length} tables of clients are found`);
  const { rows } = await sql<{ name: string; text: string }>`${sql.join(
    tables.map(
      ({ name }) => sql`select ${name} as name, coalesce(string_agg(t::text, ';' order by t::text), '') as text
        from ${sql.table(name)} t where client_id = ${client}`,
    ),
    sql` union all `,
  )} order by name`.execute(db);
  return rows.map(({ name, text }) => `${name}: ${text}`).join('\n');
}
