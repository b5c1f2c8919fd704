import type { AskAsOwner } from './demo.ts';
import { type Figure, figure } from './statistics.ts';

const ROUNDS = 12;
const RATIONS = 10;
const LOADS_OF_A_RATION = 60;
const FEEDS = 6;
const GROUPS = 3;
/** Max time in ms. */
const LIMIT = 1000;

/** Ten rations of six feeds that hold one feed's dry matter, each with sixty waiting loads: a measurement over HTTP replans all. */
export async function measureReplanning(ask: AskAsOwner): Promise<Figure> {
  const ingredient = await makeLoads(ask);
  const took: number[] = [];
  for (let round = -2; round < ROUNDS; round += 1) {
    // Alternates, so that each value differs from the previous one.
    const body = { ingredient, percent: round % 2 === 0 ? 27 : 33 };
    const begun = performance.now();
    const { replanned, changes } = await ask<{ replanned: number; changes: unknown[] }>('/api/manager/drymatter/', {
      method: 'POST',
      body,
    });
    // The first rounds warm up.
    if (round >= 0) took.push(performance.now() - begun);
    if (replanned !== RATIONS * LOADS_OF_A_RATION || changes.length < replanned)
      throw new Error(`${replanned} loads planned by values, ${changes.length} changes`);
  }
  const work = `${RATIONS} rations × ${LOADS_OF_A_RATION} loads replanned by a measurement of dry matter`;
  return figure(
    'P14',
    work,
    'ms',
    took,
    took.map(() => LIMIT),
    '≤ 1',
  );
}

/** Loads of tomorrow, which wait at any hour. Returns the feed whose dry matter the rations hold. */
async function makeLoads(ask: AskAsOwner): Promise<number> {
  const makeRow = async (path: string, body: object) => (await ask<{ id: number }>(`/api/${path}`, { method: 'POST', body })).id;
  const [{ company, id: farm } = { company: 0, id: 0 }] = await ask<{ id: number; company: number }[]>('/api/manager/farms/dashboard/');
  const first = async (path: string) => (await ask<{ id: number }[]>(`/api/manager/${path}/?farm=${farm}`))[0]?.id;
  const [animal_type, type, mixer] = [await first('animaltypes'), await first('ingtedienttypes'), await first('mixers')];
  const stock = await makeRow('manager/stocks/', { company, farm, name: 'Anew', type: 'warehouse' });
  const feeds: number[] = [];
  for (let at = 0; at < FEEDS; at += 1)
    feeds.push(await makeRow('manager/ingredients/', { farm, stock, type, name: `Anew ${at}`, dry_matter: 30, price: 2 }));
  const groups: { group: number; weight_per_head: number }[] = [];
  for (let at = 0; at < GROUPS; at += 1) {
    const group = await makeRow('manager/groups/', { farm, name: `Anew ${at}`, animal_type, animal_count: 20 });
    groups.push({ group, weight_per_head: 10 });
  }
  const planned_on = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  for (let at = 0; at < RATIONS; at += 1) {
    // Fresh: 90 kg of the fixed feed and 2 kg of each other one.
    const items = feeds.map((ingredient, place) => (place === 0 ? { ingredient, amount: 90, hold: 'dry' } : { ingredient, amount: 2 }));
    const ration = await makeRow('manager/rations/', { farm, name: `Anew ${at}`, basis: 'load_fresh', items });
    for (let load = 0; load < LOADS_OF_A_RATION; load += 1)
      await makeRow('schedule/schedules/', { farm, planned_on, ration, mixer, groups });
  }
  return feeds[0] as number;
}
