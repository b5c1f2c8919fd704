import { readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { basename } from 'node:path';
import type pg from 'pg';

/**
 * How far work stands behind this process where both want a processor (`nice`); alone it is as fast as ever. Before all
 * the database's processes comes the one thread that answers everybody.
 */
export const GIVES_WAY = { statements: 3, longReports: 8, archives: 12, threads: 10 } as const;
const LAST = 19;

/** The number of a connection's process; behind a pooler one that the pooler made up. pg's type knows nothing of it. */
export const processOf = (connection: pg.ClientBase): number => (connection as unknown as { processID: number }).processID;

/** A process of the database on this machine. Where the system doesn't allow it, it stays as it is. */
export function giveWay(pid: number, by: number): void {
  rank(pid, by);
  try {
    // Linux may share processors between sessions first (autogroups), and each process of PostgreSQL is a session.
    writeFileSync(`/proc/${pid}/autogroup`, String(behind(autogroupNice(), by)));
  } catch {
    // Not on this system, another account's process, or one that has just ended.
  }
}

/** The calling thread alone, on Linux, where a thread has a priority of its own. */
export function giveWayAsThread(): void {
  try {
    rank(Number(basename(readlinkSync('/proc/thread-self'))), GIVES_WAY.threads);
  } catch {
    // No Linux.
  }
}

const behind = (own: number, by: number) => Math.min(LAST, own + by);

function rank(pid: number, by: number): void {
  try {
    setPriority(pid, behind(getPriority(process.pid), by));
  } catch {
    // Another account's process in a container, or one that has just ended.
  }
}

const autogroupNice = () => Number(/nice (-?\d+)/.exec(readFileSync('/proc/self/autogroup', 'utf8'))?.[1] ?? 0);
