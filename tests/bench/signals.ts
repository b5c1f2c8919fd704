import pino from 'pino';
import { type Database, openDatabase, run } from '#server/db/database.ts';
import type { Services } from '#server/platform/context.ts';
import { startServices } from '#server/platform/services.ts';
import { rollUpDueDays } from '#server/reports/kit/day-roll-ups.ts';
import { findSignals } from '#server/reports/signals/jobs.ts';
import { type AskAsOwner, asOwner, onDemonstration } from './demo.ts';
import { SECRET } from './server.ts';
import { type Figure, figure } from './statistics.ts';

const DAYS = 400;
const ROUNDS = 7;
/** Max ms for the signals of three farms' year. */
const LIMIT = 2000;
const RECORDINGS = 60;

/** P18: the time to find signals, and their cost for a recording. */
export const benchSignals = (): Promise<Figure[]> =>
  onDemonstration(async ({ url }) => {
    const found = await looking(url);
    return [found, await asOwner(url, (ask) => recording(url, ask))];
  });

/** 400 changed days of three farms: rebuilds their values and computes charts and present faults. */
async function looking(url: string): Promise<Figure> {
  const database = openDatabase({ url, max: 4 });
  const { services, events } = await startServices({ database, tables: new Map(), secret: SECRET, log: pino({ level: 'error' }) });
  try {
    await rollUpDueDays(services);
    const took: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const client = await allDue(database, services);
      const started = performance.now();
      await findSignals(services);
      // The first rounds warm up.
      if (round > 0) took.push(performance.now() - started);
      const [row] = await run<{ days: number }>(
        database.acrossClients(),
        'select count(distinct (farm_id, day)) as days from chart_day where client_id = $1',
        [client],
      );
      const seeded = await run(
        database.acrossClients(),
        "select distinct rule from signal where client_id = $1 and not over and rule in ('loading_bias', 'mixer_drift')",
        [client],
      );
      if (seeded.length < 2) throw new Error('who began to overload, or the mixer that drifts, was not noticed');
      if (Number(row?.days) < 3 * (DAYS - 5)) throw new Error(`${row?.days} days have charts`);
    }
    const limit = took.map(() => LIMIT);
    return figure('P18', `signals of ${DAYS} days of three farms, every day changed`, 'ms', took, limit, '≤ 1');
  } finally {
    await events.close();
    await database.close();
  }
}

/** Marks every day of the first client stale, and no day of others. */
async function allDue(database: Database, { now }: Services): Promise<number> {
  const db = database.acrossClients();
  await run(db, 'delete from chart_day_due');
  const [first] = await run<{ client: number }>(
    db,
    'select min(id) as client from client where company_name is not null and exists (select from farm f where f.client_id = client.id)',
  );
  await run(
    db,
    `insert into chart_day_due (client_id, farm_id, day) select client_id, id, day::date from farm
     cross join generate_series($2::date - $3::integer, $2::date, interval '1 day') day where client_id = $1`,
    [first?.client, now().toISOString().slice(0, 10), DAYS - 1],
  );
  return Number(first?.client);
}

/** A recorded load with and without the work of signals, alternating. */
async function recording(url: string, ask: AskAsOwner): Promise<Figure> {
  const makeRow = async (path: string, body: object) => (await ask<{ id: number }>(`/api/${path}`, { method: 'POST', body })).id;
  const [{ id: farm } = { id: 0 }] = await ask<{ id: number }[]>('/api/manager/farms/dashboard/');
  const first = async (path: string) =>
    (await ask<Record<string, never>[]>(`/api/manager/${path}/?farm=${farm}`))[0] as
      | { id: number; items?: { ingredient: number }[] }
      | undefined;
  const [ration, mixer, group] = [await first('rations'), await first('mixers'), await first('groups')];
  const items = (ration?.items ?? []).map(({ ingredient }) => ({ ingredient, weight_fact: 100 }));
  const planned_on = new Date().toISOString().slice(0, 10);
  const database = openDatabase({ url, max: 1 });
  const watched = (on: boolean) => run(database.acrossClients(), `alter table schedule ${on ? 'enable' : 'disable'} trigger mixed_due`);
  const took: Record<'on' | 'off', number[]> = { on: [], off: [] };
  try {
    for (let round = -5; round < RECORDINGS; round += 1) {
      for (const side of round % 2 === 0 ? (['on', 'off'] as const) : (['off', 'on'] as const)) {
        const id = await makeRow('schedule/schedules/', {
          farm,
          planned_on,
          ration: ration?.id,
          mixer: mixer?.id,
          groups: [{ group: group?.id, weight_per_head: 1 }],
        });
        await ask(`/api/schedule/schedules/${id}/load/`, { method: 'PUT', body: { status: 'in_process', items } });
        await watched(side === 'on');
        const started = performance.now();
        await ask(`/api/schedule/schedules/${id}/load/`, { method: 'PUT', body: { status: 'loaded', items, mix_seconds: 300 } });
        if (round >= 0) took[side].push(performance.now() - started);
      }
    }
  } finally {
    await watched(true);
    await database.close();
  }
  return figure('P18', 'a load recorded, against one that no signals watch', 'ms', took.on, took.off, '≤ 1.05');
}
