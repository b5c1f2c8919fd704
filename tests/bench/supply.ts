import { addDays } from '#contract/days.ts';
import { type AskAsOwner, asOwner, onDemonstration } from './demo.ts';
import { type Fed, feedDays } from './fed.ts';
import { type Figure, figure } from './statistics.ts';

const ROUNDS = 9;
const [FARMS, FEEDS, GROUPS, AHEAD, BACK] = [3, 60, 8, 365, 30];
/** Max time in ms. */
const LIMIT = 500;
const WAYS = [
  { query: 'supply_basis=plan', work: 'by the plan' },
  { query: 'supply_basis=use_30', work: 'by use of 30 days' },
];

/** P19: supply of three farms for a year, with sixty feeds each, fed daily by a period and in the last thirty days. */
export const benchSupply = (): Promise<Figure[]> =>
  onDemonstration(async ({ url }) => {
    const today = new Date().toISOString().slice(0, 10);
    const farms = await asOwner(url, async (ask) => {
      const made: Fed[] = [];
      for (let at = 0; at < FARMS; at += 1) made.push(await makeFarm(ask, `Supply ${at}`, today));
      return made;
    });
    for (const fed of farms) await feedDays(url, fed, addDays(today, -BACK - 1), addDays(today, -1), 1);
    return asOwner(url, (ask) => measure(ask, farms, today));
  }, 'tiny');

async function measure(ask: AskAsOwner, farms: Fed[], today: string): Promise<Figure[]> {
  const of = `farm=${farms.map(({ farm }) => farm).join(',')}&planned_on_after=${today}&planned_on_before=${addDays(today, AHEAD - 1)}`;
  const figures: Figure[] = [];
  for (const { query, work } of WAYS) {
    const took: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const begun = performance.now();
      const { rows } = await ask<{ rows: { needs: number }[] }>(`/api/report/supply/make/?${of}&${query}&page_size=5000`);
      // The first rounds warm up.
      if (round > 0) took.push(performance.now() - begun);
      if (rows.length < FARMS * FEEDS * 12 || !rows.some(({ needs }) => needs > 0)) throw new Error(`${work}: ${rows.length} rows`);
    }
    const limits = took.map(() => LIMIT);
    figures.push(figure('P19', `supply of ${FARMS} farms × ${FEEDS} feeds × ${AHEAD} days, ${work}`, 'ms', took, limits, '≤ 1'));
  }
  return figures;
}

/** A farm with a period that feeds one ration of sixty feeds to eight groups, and a delivery of each feed. */
async function makeFarm(ask: AskAsOwner, name: string, today: string): Promise<Fed> {
  const makeRow = async (path: string, body: object) => (await ask<{ id: number }>(`/api/manager/${path}/`, { method: 'POST', body })).id;
  const [{ company } = { company: 0 }] = await ask<{ company: number }[]>('/api/manager/farms/dashboard/');
  const farm = await makeRow('farms', { company, name });
  const stock = await makeRow('stocks', { company, farm, name, type: 'warehouse' });
  const one = async (path: string) => (await ask<{ id: number }[]>(`/api/manager/${path}/`))[0]?.id ?? 0;
  const [animal_type, type] = [await one('animaltypes'), await one('ingtedienttypes')];
  const mixer = await makeRow('mixers', { farm, name, max_weight: 30_000 });
  const [groups, feeds]: [number[], number[]] = [[], []];
  for (let at = 0; at < GROUPS; at += 1)
    groups.push(await makeRow('groups', { farm, name: `${name} pen ${at}`, animal_type, animal_count: 50 }));
  for (let at = 0; at < FEEDS; at += 1) {
    const ingredient = await makeRow('ingredients', {
      farm,
      stock,
      type,
      name: `${name} feed ${at}`,
      dry_matter: 40,
      price: 2,
      storage_loss: 1,
    });
    const of = { farm, ingredient, delivery_type: 'delivery', value: 1000 * (at + 1), price: 2 };
    await makeRow('deliveries', { ...of, delivered_at: `${addDays(today, -BACK)}T08:00:00Z` });
    feeds.push(ingredient);
  }
  const items = feeds.map((ingredient) => ({ ingredient, amount: 0.5 }));
  const ration = await makeRow('rations', { farm, name, basis: 'head_fresh', items });
  const jobs = [{ ration, mixer, groups: groups.map((group) => ({ group, weight_per_head: FEEDS / 2 })) }];
  await makeRow('loadings', { farm, name, jobs, active: true });
  return { farm, ration, mixer, groups, feeds };
}
