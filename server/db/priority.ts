import { readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { basename } from 'node:path';
import type pg from 'pg';

/**
 * `nice` values relative to this process, for work that competes for a processor. Work that runs alone stays fast. The one thread that
 * answers requests comes before all processes of the database.
 */
export const GIVES_WAY = { statements: 3, longReports: 8, archives: 12, threads: 10 } as const;
const LAST = 19;

/** The number of a connection's process. A pooler invents one. pg's type lacks the property. */
export const processOf = (connection: pg.ClientBase): number => (connection as unknown as { processID: number }).processID;

/** Lowers the priority of a database process on this machine. Without permission the priority stays. */
export function giveWay(pid: number, by: number): void {
  rank(pid, by);
  try {
    // Linux may share processors among sessions first (autogroups), and each process of PostgreSQL is a session.
    writeFileSync(`/proc/${pid}/autogroup`, String(behind(autogroupNice(), by)));
  } catch {
    // Not supported, another account's process, or a process that has just ended.
  }
}

/** Lowers the priority of the calling thread. Works only on Linux, where threads have their own priority. */
export function giveWayAsThread(): void {
  try {
    rank(Number(basename(readlinkSync('/proc/thread-self'))), GIVES_WAY.threads);
  } catch {
    // The system isn't Linux.
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
