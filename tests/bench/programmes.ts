import { type AskAsOwner, asOwner, onDemonstration } from './demo.ts';
import { measureReplanning } from './replan.ts';
import { type Figure, figure } from './statistics.ts';

const ROUNDS = 12;
const JOBS = 10;
const GROUPS_OF_A_JOB = 6;

/** P14: planning the days of 60 groups with and without programmes, alternating; and replanning waiting loads after a measurement. */
export const benchProgrammes = (): Promise<Figure[]> =>
  onDemonstration(({ url }) => asOwner(url, async (ask) => [await makeDays(ask), await measureReplanning(ask)]), 'tiny');

async function makeDays(ask: AskAsOwner): Promise<Figure> {
  const { groups, period, started_on, programme } = await makeFarm(ask);
  const feed = async (by: number | null) => {
    for (const group of groups)
      await ask(`/api/manager/groups/${group}/`, { method: 'PUT', body: { programme: by, started_on: by === null ? null : started_on } });
  };
  const made = async () => {
    const begun = performance.now();
    await ask(`/api/manager/loadings/${period}/`, { method: 'PUT', body: { active: true } });
    const took = performance.now() - begun;
    await ask(`/api/manager/loadings/${period}/`, { method: 'PUT', body: { active: false } });
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
  return figure('P14', 'eight days made for 60 groups on programmes, against none of them on one', 'ms', withOne, without, '≤ 1.3');
}

/** Sixty groups in ten jobs of a switched-off period, and a programme that changes its ration within the planned days. */
async function makeFarm(ask: AskAsOwner) {
  const [farm] = await ask<{ id: number }[]>('/api/manager/farms/dashboard/');
  const of = { farm: farm!.id };
  const first = async (path: string) => (await ask<{ id: number }[]>(`/api/manager/${path}/?farm=${of.farm}`)).map(({ id }) => id);
  const [[grower, finisher], [animal_type], [mixer]] = [await first('rations'), await first('animaltypes'), await first('mixers')];
  const groups: number[] = [];
  for (let at = 0; at < JOBS * GROUPS_OF_A_JOB; at += 1) {
    const { id } = await ask<{ id: number }>('/api/manager/groups/', {
      method: 'POST',
      body: { ...of, name: `Pen ${at}`, animal_type, animal_count: 20 },
    });
    groups.push(id);
  }
  const jobs = Array.from({ length: JOBS }, (_, job) => ({
    ration: grower,
    mixer,
    groups: groups.slice(job * GROUPS_OF_A_JOB, (job + 1) * GROUPS_OF_A_JOB).map((group) => ({ group, weight_per_head: 10 })),
  }));
  const { id: period } = await ask<{ id: number }>('/api/manager/loadings/', {
    method: 'POST',
    body: { ...of, name: 'Pens', jobs, active: false },
  });
  const steps = [
    { day: 1, ration: grower, weight_per_head: 8 },
    { day: 5, ration: finisher, weight_per_head: 10 },
  ];
  const { id: programme } = await ask<{ id: number }>('/api/manager/programmes/', {
    method: 'POST',
    body: { ...of, name: 'Step-up', blend_days: 1, steps },
  });
  const started_on = new Date().toISOString().slice(0, 10);
  return { groups, period, programme, started_on };
}
