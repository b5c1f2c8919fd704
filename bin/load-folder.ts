import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { extname, join, parse } from 'node:path';
import type { FilePlan } from '#common/files/incoming/plan.ts';
import { FileProblem } from '#common/files/incoming/problem.ts';
import { readFile } from '#common/files/incoming/read.ts';
import { joinRows, LoadProblem, type LoadRows, readLoadRows, type SentRow } from '#common/files/loads/rows.ts';
import { LARGEST_FILE } from '#contract/imports.ts';
import type { LoadImported } from '#contract/operations/load-imports.ts';

/** A refusal of the files by the server. Any other failure leaves the files in place for the next run. */
export class RefusedLoads extends Error {}

interface LoadsToSend {
  items: SentRow[];
  groups: SentRow[];
  source?: string;
  dry_run: boolean;
}

export interface FolderWork {
  folder: string;
  plan: FilePlan;
  /** Sends loads to the server, with a key that is equal for a repetition. Throws `RefusedLoads` if the server refuses them. */
  send: (loads: LoadsToSend, key: string) => Promise<LoadImported>;
  /** The reason of a refusal in words. */
  describe: (problem: FileProblem | LoadProblem) => string;
  now?: () => number;
}

/** The files that a run moved, and those that wait. */
export interface FolderReport {
  done: string[];
  failed: string[];
  waiting: string[];
}

interface ReadFolderFile {
  name: string;
  bytes: Uint8Array;
  changedAt: number;
  rows: LoadRows;
}

const EXTENSIONS = ['.csv', '.txt', '.xlsx', '.xls', '.ods'];
/** Ms without a change after which a file counts as complete. */
const QUIET_MS = 30_000;
/** Ms for which weighings of groups wait for the file of their loads. */
const MAX_WAIT_MS = 24 * 3_600_000;
/** Max refused rows that a reason lists. */
const MAX_LISTED = 50;

/**
 * Sends the files of a folder as loads and moves each to the subfolder `done` or `failed`. A text file in `failed` states the reason. Files
 * of weighings by ingredient and by group are sent together if they have the same loads. A file that was sent before changes nothing.
 */
export async function sendFolder(work: FolderWork): Promise<FolderReport> {
  const report: FolderReport = { done: [], failed: [], waiting: [] };
  const files: ReadFolderFile[] = [];
  for (const name of listFiles(work.folder)) {
    const file = await readOne(work, name, report);
    if (file) files.push(file);
  }
  for (const set of joinSets(files)) await sendSet(work, set, report);
  return report;
}

const listFiles = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && EXTENSIONS.includes(extname(entry.name).toLowerCase()))
    .map(({ name }) => name)
    .toSorted();

/** Reads a complete file. An unreadable file moves to `failed`. */
async function readOne(work: FolderWork, name: string, report: FolderReport): Promise<ReadFolderFile | null> {
  const path = join(work.folder, name);
  const { mtimeMs, size } = statSync(path);
  if (getNow(work) - mtimeMs < QUIET_MS) {
    report.waiting.push(name);
    return null;
  }
  try {
    if (size > LARGEST_FILE) throw new FileProblem('too_large');
    const bytes = new Uint8Array(readFileSync(path));
    return { name, bytes, changedAt: mtimeMs, rows: readLoadRows(name, await readFile(bytes, work.plan)) };
  } catch (error) {
    if (!(error instanceof FileProblem || error instanceof LoadProblem)) throw error;
    fail(work, name, work.describe(error), report);
    return null;
  }
}

const getNow = ({ now = Date.now }: FolderWork) => now();

/** Joins files of weighings by group with the files that have their loads. */
function joinSets(files: readonly ReadFolderFile[]): ReadFolderFile[][] {
  const sets: { files: ReadFolderFile[]; loads: Set<string> }[] = [];
  for (const file of files) {
    const loads = new Set([...file.rows.items, ...file.rows.groups].map(({ load, at }) => `${load} ${String(at).slice(0, 10)}`));
    const shared = sets.filter((set) => [...loads].some((load) => set.loads.has(load)));
    const joined = {
      files: [...shared.flatMap((set) => set.files), file],
      loads: new Set([...shared.flatMap((set) => [...set.loads]), ...loads]),
    };
    sets.splice(0, sets.length, ...sets.filter((set) => !shared.includes(set)), joined);
  }
  return sets.map((set) => set.files);
}

async function sendSet(work: FolderWork, files: readonly ReadFolderFile[], report: FolderReport): Promise<void> {
  const rows = joinRows(files.map((file) => file.rows));
  if (rows.items.length === 0) {
    const isFresh = files.every(({ changedAt }) => getNow(work) - changedAt < MAX_WAIT_MS);
    if (isFresh) report.waiting.push(...files.map(({ name }) => name));
    else for (const { name } of files) fail(work, name, 'No file has the loads of these weighings.', report);
    return;
  }
  const reason = await findRefusal(work, files, rows);
  for (const { name } of files) {
    if (reason === null) move(work.folder, name, 'done');
    else fail(work, name, reason, report);
  }
  if (reason === null) report.done.push(...files.map(({ name }) => name));
}

/** Writes the loads; returns the reason if they need a person. */
async function findRefusal(work: FolderWork, files: readonly ReadFolderFile[], rows: LoadRows): Promise<string | null> {
  const digest = createHash('sha256');
  for (const { bytes } of files) digest.update(bytes);
  const key = digest.digest('hex');
  const [source] = rows.programs;
  const { items, groups } = rows;
  const send = (dry_run: boolean) => work.send({ items, groups, ...(source ? { source } : {}), dry_run }, dry_run ? `dry-${key}` : key);
  try {
    const verdict = await send(true);
    if (verdict.wrong > 0) return listRefusals(verdict, rows);
    if (verdict.early > 0) {
      const days = [...new Set(verdict.early_loads.map(({ day }) => day))].join(', ');
      return `The days are far before all other loads: ${days}. Import the file on the screen if they are right.`;
    }
    await send(false);
    return null;
  } catch (error) {
    if (error instanceof RefusedLoads) return error.message;
    throw error;
  }
}

/** Each refused weighing with its file, line and field. */
function listRefusals({ errors, wrong }: LoadImported, { places }: LoadRows): string {
  const lines = Object.entries(errors).map(([path, [error]]) => {
    const [list, at, ...field] = path.split('.') as ['items' | 'groups', string, ...string[]];
    const place = places[list]?.[Number(at)];
    return `${place ? `${place.file}, line ${place.line}` : path}, ${field.join('.')}: ${error?.message ?? ''}`;
  });
  return [`${wrong} weighings are refused.`, ...lines.slice(0, MAX_LISTED)].join('\n');
}

function fail({ folder }: FolderWork, name: string, reason: string, report: FolderReport): void {
  const moved = move(folder, name, 'failed');
  writeFileSync(`${moved}.txt`, `${reason}\n`);
  report.failed.push(name);
}

/** Moves a file into a subfolder and returns its path. A number makes a taken name unique. */
function move(folder: string, name: string, to: 'done' | 'failed'): string {
  mkdirSync(join(folder, to), { recursive: true });
  const { name: stem, ext } = parse(name);
  for (let copy = 1; ; copy += 1) {
    const target = join(folder, to, copy === 1 ? name : `${stem} ${copy}${ext}`);
    if (existsSync(target)) continue;
    renameSync(join(folder, name), target);
    return target;
  }
}
