import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seed } from '#fixtures/seed.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { SECRET, signedIn } from './server.ts';
import { startManger } from './servers.ts';
import { type Figure, figure } from './statistics.ts';

const ROUNDS = 12;
const JOBS = 10;
const GROUPS_OF_A_JOB = 6;

type Send = <T>(method: string, path: string, body?: object) => Promise<T>;

/** P14: the days of 60 groups made with programmes, and without, in turns. */
export async function benchProgrammes(): Promise<Figure[]> {
  const dir = mkdtempSync(join(tmpdir(), 'manger-bench-'));
  const dataDir = join(dir, 'data');
  mkdirSync(dataDir);
  const embedded = await startEmbedded({ dataDir, log: { info() {}, error: console.error } });
  try {
    await migrate(embedded.url);
    await seed(embedded.url, 'tiny', new Date());
    const server = await startManger({ DATABASE_URL: embedded.url, DATA_DIR: join(dir, 'server'), SECRET_KEY: SECRET, DEMO: '0' });
    try {
      return await measure(server.url);
    } finally {
      await server.stop();
    }
  } finally {
    await embedded.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

async function measure(url: string): Promise<Figure[]> {
  const fetchFrom = (path: string, init?: RequestInit) =>
    fetch(`${url}${path}`, { ...init, headers: { 'content-type': 'application/json', ...init?.headers } });
  const headers = { authorization: `JWT ${await signedIn(fetchFrom, 'owner@manger.test')}` };
  const send: Send = async <T>(method: string, path: string, body?: object) => {
    const answer = await fetchFrom(`/api/${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
    const { data, errors } = (await answer.json()) as { data: T; errors?: unknown };
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${JSON.stringify(errors)}`);
    return data;
  };
  const { groups, period, started_on, programme } = await makeFarm(send);
  const feed = async (by: number | null) => {
    for (const group of groups)
      await send('PUT', `manager/groups/${group}/`, { programme: by, started_on: by === null ? null : started_on });
  };
  const made = async () => {
    const begun = performance.now();
    await send('PUT', `manager/loadings/${period}/`, { active: true });
    const took = performance.now() - begun;
    await send('PUT', `manager/loadings/${period}/`, { active: false });
    return took;
  };
  const [withOne, without]: [number[], number[]] = [[], []];
  for (let round = -2; round < ROUNDS; round += 1) {
    await feed(programme);
    const ours = await made();
    await feed(null);
    const theirs = await made();
    // The first rounds warm up.
    if (round < 0) continue;
    withOne.push(ours);
    without.push(theirs);
  }
  return [figure('P14', 'eight days made for 60 groups on programmes, against none of them on one', 'ms', withOne, without, '≤ 1.3')];
}

/** Sixty groups in ten jobs of a period that is switched off, and a programme that changes its ration within the days that are made. */
async function makeFarm(send: Send) {
  const [farm] = await send<{ id: number }[]>('GET', 'manager/farms/dashboard/');
  const of = { farm: farm!.id };
  const first = async (path: string) => (await send<{ id: number }[]>('GET', `manager/${path}/?farm=${of.farm}`)).map(({ id }) => id);
  const [[grower, finisher], [animal_type], [mixer]] = [await first('rations'), await first('animaltypes'), await first('mixers')];
  const groups: number[] = [];
  for (let at = 0; at < JOBS * GROUPS_OF_A_JOB; at += 1) {
    const { id } = await send<{ id: number }>('POST', 'manager/groups/', { ...of, name: `Pen ${at}`, animal_type, animal_count: 20 });
    groups.push(id);
  }
  const jobs = Array.from({ length: JOBS }, (_, job) => ({
    ration: grower,
    mixer,
    groups: groups.slice(job * GROUPS_OF_A_JOB, (job + 1) * GROUPS_OF_A_JOB).map((group) => ({ group, weight_per_head: 10 })),
  }));
  const { id: period } = await send<{ id: number }>('POST', 'manager/loadings/', { ...of, name: 'Pens', jobs, active: false });
  const steps = [
    { day: 1, ration: grower, weight_per_head: 8 },
    { day: 5, ration: finisher, weight_per_head: 10 },
  ];
  const { id: programme } = await send<{ id: number }>('POST', 'manager/programmes/', { ...of, name: 'Step-up', blend_days: 1, steps });
  const started_on = new Date().toISOString().slice(0, 10);
  return { groups, period, programme, started_on };
}
