import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { SECRET, type Site, signedIn } from './server.ts';
import { startManger } from './servers.ts';
import { type Figure, figure } from './statistics.ts';

const ORDERINGS = 30;
const ROUNDS = 7;
const WRITES = 150;

interface Placed {
  id: number;
  farm: number;
  planned_on: string;
}

/** P11: a client's writes while another client sorts a day thirty times at once, compared with the writes alone. */
export async function benchFairness(site: Site): Promise<Figure[]> {
  const ours = await startManger({ DATABASE_URL: site.url, DATA_DIR: join(site.dir, 'app'), SECRET_KEY: SECRET, DEMO: '0' });
  try {
    const headers = {
      authorization: `JWT ${await signedIn((path, init) => fetch(ours.url + path, init), 'admin@manger.test')}`,
      'content-type': 'application/json',
    };
    const call = async <T>(path: string, init: RequestInit = {}): Promise<T> => {
      const response = await fetch(`${ours.url}/api/${path}`, { ...init, headers });
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      return ((await response.json()) as { data: T }).data;
    };
    const [theirs, others] = (await call<{ id: number }[]>('dashboard/clients/'))
      .map(({ id }) => id)
      .toSorted((a, b) => a - b)
      .map((id) => `dashboard/clients/${id}`);
    const [waited] = await call<Placed[]>(`${theirs}/schedule/schedules/?status=waited&ordering=-planned_on&page_size=1`);
    const day = await call<Placed[]>(`${theirs}/schedule/schedules/?farm=${waited?.farm}&planned_on=${waited?.planned_on}&page_size=100`);
    const ids = day.map(({ id }) => id);
    let serial = 0;
    const write = () =>
      call(`${others}/manager/companies/`, { method: 'POST', body: JSON.stringify({ name: `Beside ${process.pid} ${serial++}` }) });
    const timed = async () => {
      const took: number[] = [];
      for (let n = 0; n < WRITES; n += 1) {
        const started = performance.now();
        await write();
        took.push(performance.now() - started);
      }
      return took.sort((a, b) => a - b);
    };
    const ordering = new Worker(new URL('./orderings.mjs', import.meta.url), {
      workerData: { url: `${ours.url}/api/${theirs}/schedule/schedules/ordering/`, headers, ids, at: ORDERINGS },
    });
    await once(ordering, 'message');
    await timed();
    const alone: number[][] = [];
    const under: number[][] = [];
    let ordered = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      alone.push(await timed());
      ordering.postMessage('begin');
      under.push(await timed());
      ordering.postMessage('end');
      const [told] = (await once(ordering, 'message')) as [{ done: number; failed: number }];
      ordered += told.done;
      if (told.failed > 0) throw new Error(`${told.failed} orderings failed`);
    }
    await ordering.terminate();
    if (ordered < ORDERINGS) throw new Error('nothing was ordered');
    const at = (share: number, of: number[][]) => of.map((took) => took[Math.floor(took.length * share)] ?? Number.NaN);
    return [
      figure(
        'P11',
        `a write during ${ORDERINGS} orderings of another client (${ids.length} feedings), against alone: p50`,
        'ms',
        at(0.5, under),
        at(0.5, alone),
        '≤ 3',
      ),
      figure('P11', 'that write, p99', 'ms', at(0.99, under), at(0.99, alone), '≤ 4'),
    ];
  } finally {
    await ours.stop();
  }
}
