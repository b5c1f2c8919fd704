import type { Caller, TestApi } from './api.ts';
import { passwordHash } from './api.ts';

export interface TestClient {
  id: number;
  owner: Caller;
  ownerId: number;
}

let serial = 0;
const next = () => ++serial;

/** Creates the initial rows of a file's database, with ids that the file's own rows never get. */
export async function numberedApart<Made>(work: () => Promise<Made>): Promise<Made> {
  const before = serial;
  serial = 1_000_000;
  try {
    return await work();
  } finally {
    serial = before;
  }
}

/** Creates an account of any kind and signs it in. */
export async function makeAccount(
  api: TestApi,
  values: {
    user_type: string;
    client_id?: number;
    is_superadmin?: boolean;
    access_group_id?: number;
    clients?: number[];
    email?: string;
    /** Hash of the tests' password, for tests that depend on its cost. */
    password_hash?: string;
  },
): Promise<{ id: number; email: string; caller: Caller }> {
  const email = values.email ?? `${values.user_type}-${next()}@test.example`;
  const { clients, ...columns } = values;
  const db = api.database.acrossClients();
  const { id } = await db
    .insertInto('account')
    .values({ password_hash: await passwordHash(), ...columns, email, first_name: 'Test', last_name: values.user_type })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (clients?.length)
    await db
      .insertInto('account_client')
      .values(clients.map((client_id) => ({ account_id: id, client_id })))
      .execute();
  return { id, email, caller: await api.signIn(email) };
}

/** A client with its owner and both modules. */
export async function makeClient(api: TestApi): Promise<TestClient> {
  const { id } = await api.database
    .acrossClients()
    .insertInto('client')
    .values({ company_name: `Client ${next()}`, modules: ['manger', 'animalfeed'] })
    .returning('id')
    .executeTakeFirstOrThrow();
  const owner = await makeAccount(api, { user_type: 'client', client_id: id });
  return { id, owner: owner.caller, ownerId: owner.id };
}

/** Creates a row over HTTP. A refusal fails the test. */
export async function make(caller: Caller, path: string, body: object): Promise<{ id: number; version: number } & Record<string, unknown>> {
  const answer = await caller.post(path, body);
  if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.status} ${JSON.stringify(answer.errors)}`);
  return answer.data;
}

export interface TestFarm {
  company: number;
  farm: number;
  stock: number;
  type: number;
  cows: number;
}

/** A company with a farm (Kyiv time), a stock, an ingredient type and an animal type. */
export async function makeFarm(caller: Caller, timezone = 'Europe/Kyiv'): Promise<TestFarm> {
  const company = (await make(caller, 'manager/companies/', { name: `Company ${next()}` })).id;
  const farm = (await make(caller, 'manager/farms/', { company, name: `Farm ${next()}`, timezone })).id;
  const stock = (await make(caller, 'manager/stocks/', { company, farm, name: `Stock ${next()}`, capacity: 1_000_000 })).id;
  const type = (await make(caller, 'manager/ingtedienttypes/', { name: `Type ${next()}` })).id;
  const cows = (await make(caller, 'manager/animaltypes/', { name: `Cows ${next()}` })).id;
  return { company, farm, stock, type, cows };
}

export const makeIngredient = (
  caller: Caller,
  at: TestFarm,
  values: { name?: string; price?: number; dry_matter?: number; water?: boolean } = {},
) =>
  make(caller, 'manager/ingredients/', {
    farm: at.farm,
    stock: at.stock,
    type: at.type,
    name: `Feed ${next()}`,
    price: 2,
    dry_matter: 40,
    ...values,
  });

export const makeGroup = (caller: Caller, at: TestFarm, animal_count = 100) =>
  make(caller, 'manager/groups/', { farm: at.farm, name: `Group ${next()}`, animal_type: at.cows, animal_count });

export const makeMixer = (caller: Caller, at: TestFarm, values: { max_weight?: number; rounding?: boolean } = {}) =>
  make(caller, 'manager/mixers/', { farm: at.farm, name: `Mixer ${next()}`, max_weight: 10_000, ...values });

export const makeRation = (caller: Caller, at: TestFarm, items: { ingredient: number; percent: number }[], rounding = 1) =>
  make(caller, 'manager/rations/', { farm: at.farm, name: `Ration ${next()}`, rounding, items });

/** Delivers feed into stock. */
export const deliver = (caller: Caller, at: TestFarm, ingredient: number, value: number, price: number) =>
  make(caller, 'manager/deliveries/', { farm: at.farm, delivery_type: 'delivery', ingredient, value, price });
