import type { TestApi } from './api.ts';
import {
  deliver,
  make,
  makeAccount,
  makeClient,
  makeFarm,
  makeGroup,
  makeIngredient,
  makeMixer,
  makeRation,
  type TestClient,
  type TestFarm,
} from './factories.ts';

/** A farm that can feed: 100 cows and 50 heifers, a ration of silage 60, hay 30 and meal 10 %, a mixer of 10 t, feed in stock. */
export interface ReadyFarm extends TestFarm {
  client: TestClient;
  cowsGroup: number;
  heifers: number;
  silage: number;
  hay: number;
  meal: number;
  ration: number;
  mixer: number;
}

export const makeReadyFarm = async (api: TestApi, timezone?: string, client?: TestClient): Promise<ReadyFarm> =>
  makeReadyFarmOf(client ?? (await makeClient(api)), timezone);

/** The same for a client of any server. */
export async function makeReadyFarmOf(owner: TestClient, timezone = 'Europe/Kyiv'): Promise<ReadyFarm> {
  const caller = owner.owner;
  const at = await makeFarm(caller, timezone);
  const silage = (await makeIngredient(caller, at, { price: 1.5, dry_matter: 34 })).id;
  const hay = (await makeIngredient(caller, at, { price: 3, dry_matter: 86 })).id;
  const meal = (await makeIngredient(caller, at, { price: 12, dry_matter: 90 })).id;
  await deliver(caller, at, silage, 10_000, 2);
  await deliver(caller, at, hay, 5_000, 4);
  const parts = [
    { ingredient: silage, percent: 60 },
    { ingredient: hay, percent: 30 },
    { ingredient: meal, percent: 10 },
  ];
  return {
    ...at,
    client: owner,
    cowsGroup: (await makeGroup(caller, at, 100)).id,
    heifers: (await makeGroup(caller, at, 50)).id,
    silage,
    hay,
    meal,
    ration: (await makeRation(caller, at, parts)).id,
    mixer: (await makeMixer(caller, at)).id,
  };
}

/** A period's job for that farm: 100 × 40 + 50 × 20 = 5 000 kg. */
export const jobOf = (farm: ReadyFarm) => ({
  ration: farm.ration,
  mixer: farm.mixer,
  groups: [
    { group: farm.cowsGroup, weight_per_head: 40 },
    { group: farm.heifers, weight_per_head: 20 },
  ],
});

export const scheduleOf = (farm: ReadyFarm, planned_on: string) => ({ farm: farm.farm, planned_on, ...jobOf(farm) });

export const makeSchedule = (farm: ReadyFarm, planned_on: string, values: object = {}) =>
  make(farm.client.owner, 'schedule/schedules/', { ...scheduleOf(farm, planned_on), ...values });

export const makePeriod = (farm: ReadyFarm, values: object = {}) =>
  make(farm.client.owner, 'manager/loadings/', { farm: farm.farm, name: `Period ${Math.random()}`, jobs: [jobOf(farm)], ...values });

/** Moves the clock and signs the owner in again, because tokens expire by it. */
export async function moveTo(api: TestApi, farm: ReadyFarm, now: string): Promise<void> {
  api.setNow(now);
  farm.client.owner = (await makeAccount(api, { user_type: 'client', client_id: farm.client.id })).caller;
}
