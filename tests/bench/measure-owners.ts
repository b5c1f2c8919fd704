import { type AskAsOwner, asOwner, onDemonstration } from './demo.ts';
import { type Fed, feedDays } from './fed.ts';

export const [GROUPS, FEEDS] = [12, 40];
/** A month of 31 days, and its lines: each owner has feeds, a markup, yardage and a line of medicine. */
const [FIRST, LAST] = ['2026-10-01', '2026-10-31'];
const LINES = GROUPS * (FEEDS + 3);
const PACK_KG = 250;

/** Times in ms of the month's statements of a farm with twelve owners, and of recordings in packs and in kilograms. */
export const measureOwners = (rounds: number, recordings: number) =>
  onDemonstration(async ({ url }) => {
    const fed = await asOwner(url, makeOwners);
    await feedDays(url, fed, FIRST, LAST, 1);
    // A starting server rolls up stale days.
    return asOwner(url, async (ask) => ({
      statements: await timeStatements(ask, fed, rounds),
      ...(await timeRecordings(ask, fed, recordings)),
    }));
  }, 'tiny');

async function timeStatements(ask: AskAsOwner, { farm }: Fed, rounds: number): Promise<number[]> {
  const took: number[] = [];
  for (let round = -1; round < rounds; round += 1) {
    const begun = performance.now();
    const path = `/api/report/owner_statement/make/?farm=${farm}&planned_on_after=${FIRST}&planned_on_before=${LAST}&page_size=1000`;
    const { rows } = await ask<{ rows: unknown[] }>(path);
    // The first round warms up.
    if (round >= 0) took.push(performance.now() - begun);
    if (rows.length !== LINES) throw new Error(`${rows.length} lines, not ${LINES}`);
  }
  return took;
}

/** Times of recordings with the same kilograms, in packs and without, alternating. */
async function timeRecordings(ask: AskAsOwner, { farm, ration, mixer, groups, feeds }: Fed, rounds: number) {
  const planned_on = new Date().toISOString().slice(0, 10);
  const items = {
    packs: feeds.map((ingredient) => ({ ingredient, packs: 1 })),
    kilograms: feeds.map((ingredient) => ({ ingredient, weight_fact: PACK_KG })),
  };
  const took: Record<'packs' | 'kilograms', number[]> = { packs: [], kilograms: [] };
  for (let round = -5; round < rounds; round += 1) {
    for (const side of round % 2 === 0 ? (['packs', 'kilograms'] as const) : (['kilograms', 'packs'] as const)) {
      const body = { farm, planned_on, ration, mixer, groups: [{ group: groups[0], weight_per_head: 200 }] };
      const { id } = await ask<{ id: number }>('/api/schedule/schedules/', { method: 'POST', body });
      const report = (status: string) =>
        ask(`/api/schedule/schedules/${id}/load/`, { method: 'PUT', body: { status, items: items[side], mix_seconds: 300 } });
      const begun = performance.now();
      await report('in_process');
      await report('loaded');
      if (round >= 0) took[side].push(performance.now() - begun);
    }
  }
  return took;
}

/** A farm whose twelve groups each have an owner with terms and a line, and whose feeds come in packs. */
async function makeOwners(ask: AskAsOwner): Promise<Fed> {
  const makeRow = async (path: string, body: object) => (await ask<{ id: number }>(`/api/manager/${path}/`, { method: 'POST', body })).id;
  const findFirst = async (path: string) => (await ask<{ id: number }[]>(`/api/manager/${path}/`))[0]?.id ?? 0;
  const [{ company } = { company: 0 }] = await ask<{ company: number }[]>('/api/manager/farms/dashboard/');
  const farm = await makeRow('farms', { company, name: 'Twelve owners' });
  const stock = await makeRow('stocks', { company, farm, name: 'Twelve owners', type: 'warehouse' });
  const [animal_type, type] = [await findFirst('animaltypes'), await findFirst('ingtedienttypes')];
  const mixer = await makeRow('mixers', { farm, name: 'Twelve owners', max_weight: 20_000 });
  const [groups, feeds]: [number[], number[]] = [[], []];
  for (let at = 0; at < GROUPS; at += 1) {
    const group = await makeRow('groups', { farm, name: `Pen ${at}`, animal_type, animal_count: 50 });
    const owner = await makeRow('deliveries/companies', { name: `Owner ${at}` });
    await makeRow('groupowners', { group, owner, from: FIRST, markup: 5 + at / 2, yardage: 0.35 });
    await makeRow('ownerlines', { farm, owner, day: LAST, text: 'Medicine', amount: 100 });
    groups.push(group);
  }
  for (let at = 0; at < FEEDS; at += 1) {
    const ingredient = await makeRow('ingredients', { farm, stock, type, name: `Feed ${at}`, dry_matter: 40, price: 2 });
    await makeRow('packs', { ingredient, name: 'Bale', from: FIRST, kg: PACK_KG });
    feeds.push(ingredient);
  }
  const items = feeds.map((ingredient) => ({ ingredient, percent: 100 / FEEDS }));
  return { farm, ration: await makeRow('rations', { farm, name: 'All feeds', items }), mixer, groups, feeds };
}
