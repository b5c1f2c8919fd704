import { createStore, useStore } from '#src/core/api/store.ts';
import { device } from './device.ts';
import type { Draft } from './draft.ts';
import { markWaiting } from './waiting-mark.ts';
import type { Waiting } from './waiting-words.ts';

/** State of the device's storage, and the reports that aren't in it. */
export interface Keeping {
  failed: boolean;
  unkept: ReadonlySet<string>;
}

type List = readonly Waiting[];

type Change = (list: List) => List;

const KEY = 'reports';

const TRY_AGAIN = 5_000;

/** Milliseconds after which a storage without response counts as failed, until it responds. */
export const TOO_SLOW = 5_000;

const NONE: List = [];

/** Waiting reports in the order of recording: stored, or being stored. */
export const waiting = createStore<List>(NONE);

export const useWaiting = () => useStore(waiting);

export const keeping = createStore<Keeping>({ failed: false, unkept: new Set() });

export const useKeeping = () => useStore(keeping);

/** The stored list as last read, and what must still be stored: changes of the list in their order, and drafts by their keys. */
let stored: List = NONE;

let seen = false;

let changes: readonly Change[] = [];

const drafts = new Map<string, Draft | null>();

let failed = false;

let writing: Promise<void> | null = null;

let again: ReturnType<typeof setTimeout> | undefined;

const warn = (event: BeforeUnloadEvent) => event.preventDefault();

function show() {
  const list = changes.reduce((all, how) => how(all), stored);
  const unkept = new Set(list.filter(({ id }) => !stored.some((one) => one.id === id)).map(({ id }) => id));
  waiting.set(list);
  keeping.set({ failed, unkept });
  // Before it was read, the storage may contain more than is known.
  if (seen || list.length > 0) markWaiting(list.length + stored.length > 0);
  // Leaving now would lose data, so the browser asks first.
  const atRisk = unkept.size > 0 || (!failed && changes.length > 0);
  if (atRisk) window.addEventListener('beforeunload', warn);
  else window.removeEventListener('beforeunload', warn);
}

function setFailed(now: boolean) {
  failed = now;
  show();
}

async function write() {
  clearTimeout(again);
  while (changes.length > 0) {
    const taken = changes;
    const beside = new Map(drafts);
    const slow = setTimeout(() => setFailed(true), TOO_SLOW);
    try {
      stored = await device.change<List>(KEY, (list) => taken.reduce((all, how) => how(all), list ?? NONE), beside);
      seen = true;
      changes = changes.slice(taken.length);
      for (const [key, draft] of beside) if (drafts.get(key) === draft) drafts.delete(key);
      setFailed(false);
    } catch {
      again = setTimeout(save, TRY_AGAIN);
      return setFailed(true);
    } finally {
      clearTimeout(slow);
    }
  }
}

/** Stores everything; after a failure it retries automatically. */
function save() {
  writing ??= write().finally(() => {
    writing = null;
    // Changes that arrived between the last check and now.
    if (!failed && changes.length > 0) save();
  });
}

export function change(how: Change) {
  changes = [...changes, how];
  show();
  save();
}

/** Stores a recording: a feeding's draft and its new reports, in one step. */
export function keepDraft(key: string, draft: Draft | null, how: Change = (list) => list) {
  drafts.set(key, draft);
  change(how);
}

const inTime = <T>(work: Promise<T>): Promise<T> =>
  Promise.race([work, new Promise<never>((_, reject) => setTimeout(() => reject(new Error('The store does not answer')), TOO_SLOW))]);

/** Resolves when the recording is stored, or can't be stored for now. */
export async function allKept(): Promise<void> {
  if (writing && !failed) await inTime(writing).catch(() => undefined);
}

/** Reads the reports of an earlier visit, and changes by other tabs. */
export async function look(): Promise<void> {
  const list = await inTime(device.get<List>(KEY));
  // While something is being written, the write returns the list after it.
  if (writing) return;
  stored = list ?? NONE;
  seen = true;
  show();
}

/** The current draft, even if it isn't stored yet. */
export async function draftAt(key: string): Promise<Draft | null> {
  if (!drafts.has(key)) await look();
  return drafts.has(key) ? (drafts.get(key) ?? null) : ((await inTime(device.get<Draft>(key))) ?? null);
}
