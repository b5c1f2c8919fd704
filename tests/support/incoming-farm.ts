import type { TestApi } from './api.ts';
import { make, makeClient, type TestClient } from './factories.ts';

export const INCOMING_FARM = 'МТФ «Вишневий Яр»';
export const INCOMING_STORE = `Склад концкормів, ${INCOMING_FARM}`;
/** The server's day while files of the cases are imported. */
export const INCOMING_NOW = '2026-11-28T12:00:00Z';
/** Prices of the farm's feeds in hryvnias per kg. */
const FEEDS = { 'Ячмінь дроблений': 8.1, 'Сіно лучне': 3.9, 'Шрот соєвий': 21, 'Жом сухий гранульований': 7.6, 'Силос кукурудзяний': 1.2 };

export interface IncomingFarm {
  client: TestClient;
  company: number;
  farm: number;
  group: number;
}

/** The farm of a new client that the files of `tests/incoming` and their relatives name. */
export async function makeIncomingFarm(api: TestApi): Promise<IncomingFarm> {
  const client = await makeClient(api);
  const { owner } = client;
  const company = (await make(owner, 'manager/companies/', { name: 'ТОВ «Приклад»' })).id;
  const farm = (await make(owner, 'manager/farms/', { company, name: INCOMING_FARM, timezone: 'Europe/Kyiv' })).id;
  const stock = (await make(owner, 'manager/stocks/', { company, farm, name: INCOMING_STORE, capacity: 1_000_000 })).id;
  const type = (await make(owner, 'manager/ingtedienttypes/', { name: 'Зернові' })).id;
  await make(owner, 'manager/deliveries/companies/', { name: 'ТОВ «Зерно Небувале»' });
  for (const [name, price] of Object.entries(FEEDS))
    await make(owner, 'manager/ingredients/', { farm, stock, type, name, price, dry_matter: 36 });
  const cows = (await make(owner, 'manager/animaltypes/', { name: 'Корови' })).id;
  const group = (await make(owner, 'manager/groups/', { farm, name: 'Роздій 1', animal_type: cows, animal_count: 122 })).id;
  for (const day of ['2026-11-08', '2026-11-09'])
    await make(owner, 'manager/milk/', { farm, group, day, kg: 4555, fat: 3.8, protein: 3.3 });
  return { client, company, farm, group };
}
