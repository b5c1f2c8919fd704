import fc from 'fast-check';
import { expect } from 'vitest';
import type { Answer } from './api.ts';
import { make, makeGroup, makeIngredient, makeMixer, makeRation, type TestClient, type TestFarm } from './factories.ts';

/** Grams and hundredths, so that sent values are exact. */
export const kg = fc.integer({ min: 1, max: 5_000_000 }).map((grams) => grams / 1000);
export const price = fc.integer({ min: 0, max: 5000 }).map((cents) => cents / 100);
export const day = fc.integer({ min: 1, max: 28 }).map((number) => `2026-06-${String(number).padStart(2, '0')}`);
const pick = fc.nat(30);

export const action = fc.oneof(
  fc.record({ do: fc.constant('deliver' as const), kg, price, day }),
  fc.record({ do: fc.constant('sell' as const), kg, price, day }),
  fc.record({ do: fc.constant('count' as const), kg, day }),
  fc.record({ do: fc.constant('craft' as const), kg, day }),
  fc.record({ do: fc.constant('load' as const), kg, more: kg, day }),
  fc.record({ do: fc.constant('batch' as const), kg, more: kg, day }),
  fc.record({ do: fc.constant('harvest' as const), kg, price, day }),
  fc.record({ do: fc.constant('transfer' as const), kg, day }),
  fc.record({ do: fc.constant('edit' as const), pick, kg, price, day }),
  fc.record({ do: fc.constant('remove' as const), pick }),
  fc.record({ do: fc.constant('restore' as const), pick }),
  fc.record({ do: fc.constant('reset' as const), pick }),
  fc.record({ do: fc.constant('take_back' as const), pick }),
);
/** Compound feed as a part of other compound feed, and loads from a chosen delivery (`from`). */
export const nesting = fc.oneof(
  fc.record({ do: fc.constant('nest' as const), kg, more: kg, day }),
  fc.record({ do: fc.constant('load' as const), kg, more: kg, third: kg, from: pick, day }),
);
type Of<A> = A extends fc.Arbitrary<infer T> ? T : never;
export type Action = Of<typeof action> | Of<typeof nesting>;

/** The mixer and the group of a farm's loads. */
const ofFarm = new WeakMap<TestFarm, Promise<{ mixer: number; group: number }>>();
const makeMachines = async ({ owner }: TestClient, at: TestFarm) => ({
  mixer: (await makeMixer(owner, at, { max_weight: 1_000_000 })).id,
  group: (await makeGroup(owner, at)).id,
});

/** Feeds of one run and their history. */
interface World {
  mixer: number;
  group: number;
  feed: number;
  salt: number;
  made: number;
  /** Compound feed of which `made` is a part. */
  mixed: number;
  /** The number of the feed in the day store. */
  there: number;
  store: number;
  recipe: number;
  nested: number;
  ration: number;
  deliveries: number[];
  removed: number[];
  /** Active harvests and transfers, by the path that deletes them. */
  taken: string[];
  /** Active loads and batches, by the path that resets them. */
  recorded: string[];
}

export async function makeWorld(client: TestClient, at: TestFarm): Promise<World> {
  const { owner } = client;
  const machines = ofFarm.get(at) ?? makeMachines(client, at);
  ofFarm.set(at, machines);
  const { mixer, group } = await machines;
  const feed = (await makeIngredient(owner, at, { price: 2 })).id;
  const salt = (await makeIngredient(owner, at, { price: 8 })).id;
  const made = (await makeIngredient(owner, at)).id;
  const mixed = (await makeIngredient(owner, at)).id;
  await make(owner, 'manager/deliveries/', { farm: at.farm, delivery_type: 'delivery', ingredient: salt, value: 9_000_000, price: 8 });
  const store = (await make(owner, 'manager/stocks/', { company: at.company, farm: at.farm, name: `Day store ${feed}` })).id;
  const there = (await makeIngredient(owner, { ...at, stock: store })).id;
  const parts = [
    { ingredient: feed, percent: 66.67 },
    { ingredient: salt, percent: 33.33 },
  ];
  const recipe = (await make(owner, 'manager/recipes/', { farm: at.farm, name: `Recipe ${made}`, ingredient: made, items: parts })).id;
  const nestedParts = [
    { ingredient: made, percent: 60 },
    { ingredient: salt, percent: 40 },
  ];
  const nested = (await make(owner, 'manager/recipes/', { farm: at.farm, name: `Recipe ${mixed}`, ingredient: mixed, items: nestedParts }))
    .id;
  const fed = [
    { ingredient: made, percent: 40 },
    { ingredient: feed, percent: 40 },
    { ingredient: mixed, percent: 20 },
  ];
  const ration = (await makeRation(owner, at, fed)).id;
  return {
    ...{ mixer, group, feed, salt, made, mixed, there, store, recipe, nested, ration },
    deliveries: [],
    removed: [],
    taken: [],
    recorded: [],
  };
}

const demandOk = (answer: Answer<unknown>) => expect([200, 201, 204]).toContain(answer.status);

type Step<D extends Action['do']> = Extract<Action, { do: D }>;

async function recordLoad({ owner }: TestClient, at: TestFarm, step: Step<'load'>, world: World): Promise<void> {
  const at9 = `${step.day}T09:00:00Z`;
  const groups = [{ group: world.group, weight_per_head: 10 }];
  const plan = { farm: at.farm, planned_on: step.day, ration: world.ration, mixer: world.mixer, groups };
  const path = `schedule/schedules/${(await make(owner, 'schedule/schedules/', plan)).id}/`;
  const chosen = 'from' in step ? world.deliveries[step.from % Math.max(world.deliveries.length, 1)] : undefined;
  const items = [
    { ingredient: world.made, weight_fact: step.kg },
    { ingredient: world.feed, weight_fact: step.more, ...(chosen === undefined ? {} : { lot: `D-${chosen}` }) },
    { ingredient: world.mixed, weight_fact: 'third' in step ? step.third : 0 },
  ];
  // A count of that day must find it: it happened then, not when the test runs.
  const load = { started_at: at9, finished_at: at9, items };
  for (const status of ['in_process', 'loaded']) demandOk(await owner.put(`${path}load/`, { ...load, status }));
  world.recorded.push(`${path}reset/`);
}

async function recordBatch({ owner }: TestClient, at: TestFarm, step: Step<'batch' | 'nest'>, world: World): Promise<void> {
  const isNested = step.do === 'nest';
  const plan = { farm: at.farm, recipe: isNested ? world.nested : world.recipe, planned_on: step.day, weight_plan: 100 };
  const path = `animalfeed/schedules/${(await make(owner, 'animalfeed/schedules/', plan)).id}/`;
  const items = [
    { ingredient: isNested ? world.made : world.feed, weight_fact: step.kg },
    { ingredient: world.salt, weight_fact: step.more },
  ];
  demandOk(await owner.post(`${path}load/`, { items }));
  world.recorded.push(`${path}reset/`);
}

/** Does it over HTTP. */
export async function act(client: TestClient, at: TestFarm, step: Action, world: World): Promise<void> {
  const { owner } = client;
  const chosen = <T>(list: readonly T[]) => ('pick' in step ? list[step.pick % Math.max(list.length, 1)] : undefined);
  const removeFrom = <T>(list: T[], one: T) => list.splice(list.indexOf(one), 1);
  const at9 = 'day' in step ? `${step.day}T09:00:00Z` : '';
  switch (step.do) {
    case 'deliver':
    case 'sell': {
      const body = { farm: at.farm, ingredient: world.feed, value: step.kg, price: step.price, delivered_at: at9 };
      const delivery_type = step.do === 'sell' ? 'sale' : 'delivery';
      world.deliveries.push((await make(owner, 'manager/deliveries/', { ...body, delivery_type })).id);
      return;
    }
    case 'harvest': {
      const cost = Math.round(step.kg * step.price * 100) / 100;
      const body = { farm: at.farm, ingredient: world.feed, at: at9, kg: step.kg, cost };
      world.taken.push(`manager/harvests/${(await make(owner, 'manager/harvests/', body)).id}/`);
      return;
    }
    case 'transfer': {
      const body = { ingredient: world.feed, to: world.store, into: world.there, kg: step.kg, at: at9 };
      const moved = await owner.post('manager/stocks/transfer/', body);
      if (moved.status === 201) world.taken.push(`manager/stocks/transfer/${moved.data.id}/`);
      else expect(moved.errors.kg?.[0]?.code).toBe('stock_short');
      return;
    }
    case 'count':
      demandOk(await owner.post(`manager/stocks/${at.stock}/count/`, { ingredient: world.feed, weight: step.kg, counted_at: at9 }));
      return;
    case 'craft': {
      const crafted = await owner.post('manager/recipes/craft/', { recipe: world.recipe, weight: step.kg, crafted_at: at9 });
      expect(crafted.status === 201 || crafted.errors.weight?.[0]?.code === 'not_enough').toBe(true);
      return;
    }
    case 'load':
      return recordLoad(client, at, step, world);
    case 'nest':
    case 'batch':
      return recordBatch(client, at, step, world);
    case 'edit': {
      const id = chosen(world.deliveries);
      if (id) demandOk(await owner.put(`manager/deliveries/${id}/`, { value: step.kg, price: step.price, delivered_at: at9 }));
      return;
    }
    case 'remove': {
      const id = chosen(world.deliveries);
      if (!id) return;
      demandOk(await owner.delete(`manager/deliveries/${id}/`));
      removeFrom(world.deliveries, id);
      world.removed.push(id);
      return;
    }
    case 'restore': {
      const id = chosen(world.removed);
      if (!id) return;
      demandOk(await owner.post(`manager/deliveries/${id}/restore/`, {}));
      removeFrom(world.removed, id);
      world.deliveries.push(id);
      return;
    }
    case 'take_back': {
      const path = chosen(world.taken);
      if (!path) return;
      demandOk(await owner.delete(path));
      removeFrom(world.taken, path);
      return;
    }
    case 'reset': {
      const path = chosen(world.recorded);
      if (!path) return;
      demandOk(await owner.post(path, { reason: 'tried' }));
      removeFrom(world.recorded, path);
    }
  }
}
