import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { getPriority, loadavg, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { build } from '#scripts/build.mjs';
import { type Running, startManger } from '#tests/bench/servers.ts';
import type { Told } from './flood-attackers.ts';
import { type Lived, peopleOf } from './flood-people.ts';
import type { AttackGroup } from './group.ts';

/** What the server's process may take, in MB: at most, and a minute after the flood. */
const MOST_MB = 350;
const AFTER_MB = 200;
const ATTACKERS_NICE = 15;
/** How much longer half of the people's requests may take beside anonymous bodies. */
const MOST_STRANGERS_COST = 2;
const CALM_MS = 60_000;
const ALONE_MS = 10_000;
/** Each way of flooding has had its turn by then. */
const LEAST_MS = 20_000;
const SAMPLE_MS = 250;

/** All that one client, or a stranger, can flood the server with, at once, beside the people of another client at their daily work. */
export const flood: AttackGroup = async ({ isOver, seed }) => {
  await build(['server']);
  const dir = mkdtempSync(join(tmpdir(), 'manger-flood-'));
  const start = () => startManger({ DATA_DIR: dir, FIXTURES: 'demo', DEMO: '1' });
  // Filled by a process before, as an installation's data were there before it was started.
  await (await start()).stop();
  const server = await start();
  const memory = memoryOf(server);
  try {
    const people = await peopleOf(server.url);
    const alone = await people.live(until(ALONE_MS));
    const before = memory.take();
    const strangers = await attack<number>(new URL('./flood-strangers.ts', import.meta.url), server.url);
    const beside = await people.live(until(ALONE_MS));
    const bodies = await strangers.end();
    const strangersCost = percentile(beside.took, 0.5) / percentile(alone.took, 0.5);
    const attackers = await attack<Told>(new URL('./flood-attackers.ts', import.meta.url), server.url, String(seed));
    const least = until(LEAST_MS);
    const under = await people.live(() => isOver() && least());
    const told = await attackers.end();
    const peak = memory.take();
    const ended = Date.now();
    const calm = until(CALM_MS);
    while (!calm() && server.memoryMb() > AFTER_MB) await sleep(1000);
    const [after, calmAfter] = [server.memoryMb(), Math.round((Date.now() - ended) / 1000)];
    const lost = await people.missing();
    const notes = [
      `seed ${seed}, load of the machine ${loadavg()[0]?.toFixed(1)}`,
      `people alone: ${inWords(alone)}`,
      `attackers give way to the server by nice ${ATTACKERS_NICE}: theirs would be machines of their own`,
      `people beside ${bodies} anonymous bodies of 1.9 MB: ${inWords(beside)}; p50 ${strangersCost.toFixed(1)} × of alone`,
      `people under the flood: ${inWords(under)}`,
      `memory of the server, MB: ${before.toFixed(0)} before, ${peak.toFixed(0)} at most, ${after.toFixed(0)} after ${calmAfter} s`,
      ...Object.entries(told).map(
        ([way, { statuses }]) =>
          `${way}: ${Object.entries(statuses)
            .map(([status, count]) => `${count} × ${status}`)
            .join(', ')}`,
      ),
    ];
    if (peak > MOST_MB) notes.push(`FAULT: memory is to stay under ${MOST_MB} MB`);
    if (after > AFTER_MB) notes.push(`FAULT: memory is to come back under ${AFTER_MB} MB`);
    if (strangersCost > MOST_STRANGERS_COST) notes.push(`FAULT: beside anonymous bodies p50 is to stay within ${MOST_STRANGERS_COST} ×`);
    notes.push(...under.failures.slice(0, 5).map((failure) => `FAULT: ${failure}`));
    return {
      tries: bodies + beside.took.length + under.took.length + Object.values(told).reduce((sum, { tries }) => sum + tries, 0),
      faults:
        Number(peak > MOST_MB) +
        Number(after > AFTER_MB) +
        Number(strangersCost > MOST_STRANGERS_COST) +
        under.failures.length +
        Object.values(told).reduce((sum, { faults }) => sum + faults, 0),
      leaks: 0,
      lost,
      othersP99: percentile(under.took, 0.99),
      notes,
    };
  } finally {
    memory.stop();
    await server.stop();
    rmSync(dir, { recursive: true, force: true });
  }
};

const until = (ms: number) => {
  const end = Date.now() + ms;
  return () => Date.now() >= end;
};

/** The most that the process took since it was looked at last. */
function memoryOf(server: Running) {
  let most = 0;
  const look = setInterval(() => {
    most = Math.max(most, server.memoryMb());
  }, SAMPLE_MS);
  return {
    take() {
      const peak = Math.max(most, server.memoryMb());
      most = 0;
      return peak;
    },
    stop: () => clearInterval(look),
  };
}

/** In a process of their own, so that what the people wait for is the server alone. */
async function attack<Ended>(program: URL, ...args: string[]): Promise<{ end(): Promise<Ended> }> {
  const child: ChildProcess = fork(program, args, {
    execArgv: ['--import', 'tsx'],
  });
  // They would sit at machines of their own, and take no processor from the server.
  if (child.pid !== undefined) setPriority(child.pid, Math.min(19, getPriority() + ATTACKERS_NICE));
  await once(child, 'message');
  return {
    async end() {
      child.send('end');
      const [told] = (await once(child, 'message')) as [Ended];
      child.kill();
      return told;
    },
  };
}

function percentile(took: readonly number[], share: number): number {
  const sorted = took.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
}

function inWords({ took, byWork }: Lived): string {
  const of = (name: string, times: readonly number[]) =>
    `${name} p50 ${percentile(times, 0.5).toFixed(0)} p99 ${percentile(times, 0.99).toFixed(0)} ms (${times.length})`;
  return [of('all', took), ...Object.entries(byWork).map(([name, times]) => of(name, times))].join('; ');
}
