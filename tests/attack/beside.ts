import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { getPriority, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { build } from '#scripts/build.mjs';
import { type Running, startManger } from '#tests/bench/servers.ts';
import type { Lived } from './flood-people.ts';

export const ATTACKERS_NICE = 15;
const SAMPLE_MS = 250;

/** Runs `work` with the built server and the demonstration's data, in a temporary folder. */
export async function withServer<T>(env: Record<string, string>, work: (server: Running) => Promise<T>): Promise<T> {
  await build(['server']);
  const dir = mkdtempSync(join(tmpdir(), 'manger-attack-'));
  const start = () => startManger({ ...{ DATA_DIR: dir, FIXTURES: 'demo', DEMO: '1' }, ...env });
  try {
    // An earlier process fills the database, so that the measured server starts on existing data.
    await (await start()).stop();
    const server = await start();
    try {
      return await work(server);
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

export const until = (ms: number) => {
  const end = Date.now() + ms;
  return () => Date.now() >= end;
};

/** `take` returns the max memory of the process since the last `take`, in MB. */
export function watchMemory(server: Running) {
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
    /** Waits until the server uses at most `mb`, for at most `patience` ms. Returns the memory and the seconds. */
    async settle(mb: number, patience: number): Promise<{ mb: number; seconds: number }> {
      const began = Date.now();
      const isOver = until(patience);
      while (!isOver() && server.memoryMb() > mb) await sleep(1000);
      return { mb: server.memoryMb(), seconds: Math.round((Date.now() - began) / 1000) };
    },
    stop: () => clearInterval(look),
  };
}

/** Starts attackers in a process of their own, so that people wait only for the server. */
export async function startAttackers<Ended>(program: URL, ...args: string[]): Promise<{ end(): Promise<Ended> }> {
  const child: ChildProcess = fork(program, args, {
    execArgv: ['--import', 'tsx'],
  });
  // Real attackers use machines of their own and take no processor from the server.
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

export function percentile(took: readonly number[], share: number): number {
  const sorted = took.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
}

export function inWords({ took, byWork }: Lived): string {
  const of = (name: string, times: readonly number[]) =>
    `${name} p50 ${percentile(times, 0.5).toFixed(0)} p99 ${percentile(times, 0.99).toFixed(0)} ms (${times.length})`;
  return [of('all', took), ...Object.entries(byWork).map(([name, times]) => of(name, times))].join('; ');
}
