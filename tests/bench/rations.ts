import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { Limit } from '#contract/least-cost.ts';
import { optimiseRation } from '#server/domain/least-cost/optimise.ts';
import type { RationProblem } from '#server/domain/least-cost/ration-program.ts';
import { optimiseInThread } from '#server/domain/least-cost/thread.ts';
import { type Figure, figure } from './statistics.ts';

const FEEDS = 60;
const NUTRIENTS = 20;
const GROUPS = 12;
const RATIOS = 6;
const ROUNDS = 8;
/** Max time in ms. */
const LIMIT = 300;
/** Max delay of other requests in ms, beyond the timer's own. */
const DELAY_LIMIT = 25;
/** Width of each limit around a ration that keeps all limits. */
const SLACK = 0.06;

/** Figures that look random and are equal in each run. */
function createNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

/** Sixty feeds within sixty limits around a known ration: nutrients in dry matter and per head, ratios, groups of feeds, intake. */
function makeProblem(seed: number): RationProblem {
  const draw = createNumbers(seed);
  const feeds = Array.from({ length: FEEDS }, (_, index) => ({
    ingredient: index + 1,
    price: (0.1 + draw() * 6).toFixed(3),
    min: '0',
    max: (4 + draw() * 20).toFixed(1),
    dryMatter: (25 + draw() * 65).toFixed(1),
    values: Object.fromEntries(Array.from({ length: NUTRIENTS }, (__, nutrient) => [nutrient + 1, (draw() ** 2 * 60).toFixed(2)])),
  }));
  const known = feeds.map(() => (draw() < 0.25 ? draw() * 4 : 0));
  const sum = (of: (index: number) => number) => known.reduce((all, amount, index) => all + amount * of(index), 0);
  const getDry = (index: number) => Number(feeds[index]?.dryMatter) / 100;
  const getContent = (nutrient: number) => (index: number) => Number(feeds[index]?.values[nutrient]) * getDry(index);
  const around = (value: number) => ({
    min: Number((value * (1 - SLACK * draw())).toFixed(4)),
    max: Number((value * (1 + SLACK * draw())).toFixed(4)),
  });
  const limits: Limit[] = [
    { of: 'dry_matter', ...around(sum(getDry)) },
    { of: 'weight', ...around(sum(() => 1)) },
    ...Array.from(
      { length: NUTRIENTS },
      (_, at): Limit => ({
        of: 'nutrient',
        nutrient: at + 1,
        per: 'dry',
        ...around(sum(getContent(at + 1)) / sum(getDry)),
      }),
    ),
    ...Array.from(
      { length: NUTRIENTS },
      (_, at): Limit => ({
        of: 'nutrient',
        nutrient: at + 1,
        per: 'head',
        ...around(sum(getContent(at + 1)) / 100),
      }),
    ),
    ...Array.from(
      { length: RATIOS },
      (_, at): Limit => ({
        of: 'ratio',
        nutrient: at * 2 + 1,
        to: at * 2 + 2,
        ...around(sum(getContent(at * 2 + 1)) / sum(getContent(at * 2 + 2))),
      }),
    ),
    ...Array.from({ length: GROUPS }, (_, at): Limit => {
      const group = feeds.filter((__, index) => index % GROUPS === at).map(({ ingredient }) => ingredient);
      const value = sum((index) => (index % GROUPS === at ? 1 : 0));
      return { of: 'feeds', feeds: group, per: 'head_fresh', min: null, max: Number((value * 1.1 + 0.5).toFixed(3)) };
    }),
  ];
  return {
    feeds,
    nutrients: Object.fromEntries(Array.from({ length: NUTRIENTS }, (_, at) => [at + 1, { unit: 'percent', per: 'dry' }])),
    limits,
  };
}

const toTask = (seed: number) => ({ problem: makeProblem(seed), priceLine: null, typical: Array.from({ length: FEEDS }, () => '1') });

async function measureTime(): Promise<Figure> {
  const took: number[] = [];
  for (let round = -2; round < ROUNDS; round += 1) {
    const task = toTask(round + 10);
    const begun = process.cpuUsage();
    const { status } = await optimiseRation(task);
    if (status !== 'optimal') throw new Error('the known ration keeps all limits');
    const { user, system } = process.cpuUsage(begun);
    // The first rounds warm up.
    if (round >= 0) took.push((user + system) / 1000);
  }
  const work = `the cheapest ration of ${FEEDS} feeds within ${toTask(1).problem.limits.length} limits, proved, with the worth of each feed, processor time`;
  return figure(
    'P21',
    work,
    'ms',
    took,
    took.map(() => LIMIT),
    '≤ 1',
  );
}

/** Delay of timers in this process while a thread optimises, at the 99th percentile. */
async function measureDelay(): Promise<Figure> {
  const delays: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const delay = monitorEventLoopDelay({ resolution: 5 });
    const working = optimiseInThread(toTask(round + 20));
    await pause(0);
    delay.enable();
    await working;
    delay.disable();
    delays.push(delay.percentile(99) / 1e6);
  }
  return figure(
    'P21',
    'delay of other requests meanwhile, p99',
    'ms',
    delays,
    delays.map(() => DELAY_LIMIT),
    '≤ 1',
  );
}

export const benchRations = async (): Promise<Figure[]> => [await measureTime(), await measureDelay()];
