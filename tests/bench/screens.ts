import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { SECRET, type Site, signedIn } from './server.ts';
import { startManger } from './servers.ts';
import { type Figure, figure } from './statistics.ts';

const SCREENS = 200;
const MIXERS = 20;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 600);
const LIMIT_MS = 250;

interface Schedule {
  id: number;
  farm: number;
  planned_on: string;
  items: { ingredient: number; weight_plan: number }[];
}

/**
 * P10: open screens with a plan of the day that they refetch after changes, and mixers that report once a second; the slowest of a hundred
 * reports, compared with the limit.
 */
export async function benchScreens(site: Site): Promise<Figure[]> {
  const ours = await startManger({ DATABASE_URL: site.url, DATA_DIR: join(site.dir, 'app'), SECRET_KEY: SECRET, DEMO: '0' });
  try {
    const headers = { authorization: `JWT ${await signedIn((path, init) => fetch(ours.url + path, init), 'owner@manger.test')}` };
    const list = await fetch(`${ours.url}/api/schedule/schedules/?status=waited&page_size=${MIXERS}`, { headers });
    const { data: schedules } = (await list.json()) as { data: Schedule[] };
    if (schedules.length < MIXERS) throw new Error(`only ${schedules.length} feedings wait`);
    const plan = `${ours.url}/api/schedule/schedules/?farm=${schedules[0]?.farm}&planned_on=${schedules[0]?.planned_on}&page_size=50`;
    let failed = 0;
    const screens = new Worker(new URL('./open-screens.mjs', import.meta.url), {
      workerData: { screens: SCREENS, url: ours.url, plan, headers },
    });
    await once(screens, 'message');

    const took: number[] = [];
    const report = async ({ id, items }: Schedule, second: number) => {
      const { ingredient, weight_plan } = items[second % items.length] as Schedule['items'][number];
      const weight_fact = Math.round((weight_plan * (second + 1)) / SECONDS);
      const started = performance.now();
      const response = await fetch(`${ours.url}/api/schedule/schedules/${id}/load/`, {
        method: 'PUT',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ status: 'in_process', items: [{ ingredient, weight_fact }] }),
      });
      await response.arrayBuffer();
      took.push(performance.now() - started);
      if (!response.ok) failed += 1;
    };
    const mixer = async (schedule: Schedule, index: number) => {
      await sleep((1000 * index) / MIXERS);
      for (let second = 0; second < SECONDS; second += 1) await Promise.all([report(schedule, second), sleep(1000)]);
    };
    await Promise.all(schedules.map(mixer));
    screens.postMessage('close');
    const [told] = (await once(screens, 'message')) as [{ asked: number; failed: number }];
    await screens.terminate();
    const { asked } = told;
    failed += told.failed;
    if (asked < SCREENS) throw new Error('the screens heard nothing');
    console.log(`The screens asked ${asked} times for ${SECONDS} s.`);
    took.sort((a, b) => a - b);
    const p99 = took[Math.floor(took.length * 0.99)] ?? Number.NaN;
    return [
      figure('P10', `${SCREENS} open screens, ${MIXERS} mixers for ${SECONDS} s: p99 of a report`, 'ms', [p99], [LIMIT_MS], '≤ 1'),
      figure('P10', 'reports refused or failed under that, and one', '', [failed + 1], [1], '≤ 1'),
    ];
  } finally {
    await ours.stop();
  }
}
