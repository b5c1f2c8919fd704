import { createStore, useStore } from '#src/core/api/store.ts';
import { device } from './device.ts';
import type { Draft } from './draft.ts';
import { markWaiting } from './waiting-mark.ts';
import type { Waiting } from './waiting-words.ts';

/** How the device's store does, and the reports that aren't in it. */
export interface Keeping {
  failed: boolean;
  unkept: ReadonlySet<string>;
}

type List = readonly Waiting[];

type Change = (list: List) => List;

const KEY = 'reports';

const TRY_AGAIN = 5_000;

/** A store that hasn't answered by then counts as failed, until it does. */
export const TOO_SLOW = 5_000;

const NONE: List = [];

/** What waits, in the order of recording: in the device's store or on its way there. */
export const waiting = createStore<List>(NONE);

export const useWaiting = () => useStore(waiting);

export const keeping = createStore<Keeping>({ failed: false, unkept: new Set() });

export const useKeeping = () => useStore(keeping);

/** The store's own list as last seen, and what it has yet to take: changes of the list in their order, and drafts by their keys. */
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
  // Unseen, the store may hold more than is known.
  if (seen || list.length > 0) markWaiting(list.length + stored.length > 0);
  // Leaving now would lose something: the browser asks first.
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

/** Until the store has all, or has refused it: then it's offered again by itself. */
function save() {
  writing ??= write().finally(() => {
    writing = null;
    // What came in between the last look and now.
    if (!failed && changes.length > 0) save();
  });
}

export function change(how: Change) {
  changes = [...changes, how];
  show();
  save();
}

/** What is recorded: the draft of a feeding, and what it adds to the reports, in one step. */
export function keepDraft(key: string, draft: Draft | null, how: Change = (list) => list) {
  drafts.set(key, draft);
  change(how);
}

const inTime = <T>(work: Promise<T>): Promise<T> =>
  Promise.race([work, new Promise<never>((_, reject) => setTimeout(() => reject(new Error('The store does not answer')), TOO_SLOW))]);

/** Done when what was recorded is kept, or can't be for now. */
export async function allKept(): Promise<void> {
  if (writing && !failed) await inTime(writing).catch(() => undefined);
}

/** Looks at what an earlier visit left, and other tabs added and sent. */
export async function look(): Promise<void> {
  const list = await inTime(device.get<List>(KEY));
  // What is being written comes with the list as it is after.
  if (writing) return;
  stored = list ?? NONE;
  seen = true;
  show();
}

/** The draft as it was left, though the store may not have it. */
export async function draftAt(key: string): Promise<Draft | null> {
  if (!drafts.has(key)) await look();
  return drafts.has(key) ? (drafts.get(key) ?? null) : ((await inTime(device.get<Draft>(key))) ?? null);
}
