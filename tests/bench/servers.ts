import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import manifest from '../../package.json' with { type: 'json' };

export interface Running {
  url: string;
  /** Ms from spawn to the first good answer. */
  startMs: number;
  /** Resident memory now, in MB. */
  memoryMb(): number;
  /** Highest resident memory since the last `resetPeak`, in MB. */
  peakMb(): number;
  resetPeak(): void;
  /** Processor time since the start, in s. */
  processorS(): number;
  stop(): Promise<void>;
}

/** Starts the built server, with Node's flags of `npm start`. */
export const startManger = (env: Record<string, string>): Promise<Running> =>
  startServer('dist/server/main.js', env, [...manifest.scripts.start.matchAll(/--\S+/g)].flat());

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((done) => probe.listen(0, '127.0.0.1', done));
  const address = probe.address();
  await new Promise((done) => probe.close(done));
  return typeof address === 'object' && address ? address.port : 0;
}

/** Starts a server of the benchmark as a process of its own. */
export async function startServer(script: string, env: Record<string, string>, flags: readonly string[] = []): Promise<Running> {
  const port = await freePort();
  const started = performance.now();
  const child = spawn(process.execPath, [...flags, script], {
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  while (!(await isUp(url))) {
    if (child.exitCode !== null) throw new Error(`${script} ended with ${child.exitCode}`);
    await sleep(2);
  }
  const startMs = performance.now() - started;
  return {
    url,
    startMs,
    memoryMb: () => readMemoryMb(child, 'VmRSS'),
    peakMb: () => readMemoryMb(child, 'VmHWM'),
    resetPeak: () => writeFileSync(`/proc/${child.pid}/clear_refs`, '5'),
    processorS: () => processorS(child),
    stop: () => end(child),
  };
}

async function isUp(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/healthz`);
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

function readMemoryMb({ pid }: ChildProcess, name: 'VmRSS' | 'VmHWM'): number {
  const line = new RegExp(`${name}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1]) / 1024;
}

/** In hundredths of a second, as Linux counts. */
function processorS({ pid }: ChildProcess): number {
  const fields = (readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1] ?? '').split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((done) => child.once('exit', done));
  child.kill('SIGTERM');
  await ended;
}
