import type { Api } from './api.ts';

interface Farm {
  id: number;
  company: number;
}

export interface Feed {
  id: number;
  name: string;
}

/** A stock of a journey's own with feeds that nothing else touches. */
export async function makeFeeds(api: Api, farm: Farm, names: readonly string[]) {
  const [type] = await api.get<Feed[]>('manager/ingtedienttypes/list/');
  if (!type) throw new Error('The demonstration has no ingredient types');
  const company = farm.company;
  const { id: stock } = await api.create<Feed>('manager/stocks/', {
    company,
    farm: farm.id,
    name: `Склад ${farm.id}: ${names[0]}`,
    capacity: 100_000,
  });
  const feeds = [];
  for (const name of names) {
    const values = { farm: farm.id, stock, type: type.id, name, price: 2, dry_matter: 40 };
    feeds.push(await api.create<Feed>('manager/ingredients/', values));
  }
  return { stock, feeds };
}

export const restOf = async (api: Api, { id }: Feed): Promise<number> =>
  (await api.get<{ rest: number }>(`manager/ingredients/${id}/`)).rest;

/** Received before the journey begins. */
export const receive = (api: Api, farm: Farm, { id }: Feed, value: number, price = 3) =>
  api.create<Feed>('manager/deliveries/', { farm: farm.id, delivery_type: 'delivery', ingredient: id, value, price });
