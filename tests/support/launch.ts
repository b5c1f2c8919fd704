import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '#server/db/start-error.ts';
import { programOf } from './program.ts';

/** The process number of the embedded database of a data folder; undefined without one. */
export function databaseProcess(dataDir: string): number | undefined {
  const file = join(dataDir, 'postgres/postmaster.pid');
  const id = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0;
  return id > 1 ? id : undefined;
}

interface Exit {
  code: number | null;
  errors: string;
}

export interface Server {
  process: ChildProcess;
  /** The server's address, when it answers. */
  ready: Promise<string>;
  exit: Promise<Exit>;
  output(): string;
  end(signal: NodeJS.Signals): Promise<Exit>;
}

/** Starts the server on a free port, without demonstration data. */
export function launchServer(env: Record<string, string>): Server {
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, programOf('main'), {
    cwd: projectRoot,
    env: { PATH, HOME, PORT: '0', DEMO: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const exit = new Promise<Exit>((resolve) => child.once('close', (code) => resolve({ code, errors })));
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      out += chunk;
      const address = /Manger is ready: (\S+)/.exec(out)?.[1];
      // The welcome ends with this line, so the lines above it are complete.
      if (address && out.includes('Ctrl-C stops it')) resolve(address);
    });
    exit.then(() => reject(new Error(`It ended before it served: ${errors}${out}`)));
  });
  ready.catch(() => {});
  return {
    process: child,
    ready,
    exit,
    output: () => out,
    end: (signal) => {
      child.kill(signal);
      return exit;
    },
  };
}
