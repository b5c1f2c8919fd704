import { callerOf, type TestApi } from '#tests/support/api.ts';
import { fillClient } from '#tests/support/every-row.ts';
import { make, makeClient, type TestClient } from '#tests/support/factories.ts';

type Row = Record<string, unknown>;

/** The resource that a field of a body or query references. */
const HELD_BY: Record<string, string> = {
  animal_type: '/manager/animaltypes',
  animalfeed_recipe: '/manager/recipes',
  company: '/manager/companies',
  delivery_company: '/manager/deliveries/companies',
  farm: '/manager/farms',
  farms: '/manager/farms',
  group: '/manager/groups',
  id: '/schedule/schedules',
  ids: '/schedule/schedules',
  ingredient: '/manager/ingredients',
  loading: '/manager/loadings',
  mixer: '/manager/mixers',
  period: '/manager/loadings',
  ration: '/manager/rations',
  recipe: '/manager/recipes',
  saved: '/report/additional',
  schedule: '/schedule/schedules',
  stock: '/manager/stocks',
  type: '/manager/ingtedienttypes',
};
/** Words with another meaning on some paths. */
const MEANS: [path: RegExp, field: string, resource: string][] = [
  [/^\/manager\/deliveries/, 'company', '/manager/deliveries/companies'],
  [/^\/perm\/employees/, 'group', '/perm/groups'],
];
const PEOPLE = ['worker', 'user', 'operator', 'closed_by'];

/** A client with a row of every kind, and ids by field. */
export interface Holdings {
  client: TestClient;
  /** A row of each resource by path. */
  rows: Map<string, Row>;
  /** The id for a field of this path's body or query. */
  idFor(path: string, field: string): number | undefined;
}

export async function makeHoldings(api: TestApi): Promise<Holdings> {
  const client = await makeClient(api);
  const rows = new Map<string, Row>();
  await fillClient(client, (path, row) => rows.set(path, row));
  const key = await make(client.owner, 'manager/keys/', { farm: rows.get('/manager/farms')?.id, name: 'Terminal' });
  rows.set('/manager/keys', key);
  const webhook = { farm: rows.get('/manager/farms')?.id, url: 'https://hooks.test.example/', events: ['delivery.created'] };
  rows.set('/manager/webhooks', await make(client.owner, 'manager/webhooks/', webhook));
  const employee = { email: `worker-${client.id}@test.example`, password: 'feed-the-herd-1', group: rows.get('/perm/groups')?.id };
  const person = await make(client.owner, 'perm/employees/create/', employee);
  for (const path of ['/perm/employees', '/dashboard/users']) rows.set(path, person);
  rows.set('/dashboard/clients', { id: client.id });
  const findId = (path: string) => rows.get(path)?.id as number | undefined;
  return {
    client,
    rows,
    idFor(path, field) {
      if (PEOPLE.includes(field)) return client.ownerId;
      if (field === 'client' || field === 'clients') return client.id;
      const [, , meant] = MEANS.find(([at, word]) => word === field && at.test(path)) ?? [];
      const resource = meant ?? HELD_BY[field];
      return resource === undefined ? undefined : findId(resource);
    },
  };
}

/** The terminal of a client, by its access key. */
export const terminalOf = (api: TestApi, { rows }: Holdings) => callerOf(api.app, String(rows.get('/manager/keys')?.secret), 'Key');
