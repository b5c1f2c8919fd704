import { ApiError } from '#src/core/api/api-error.ts';
import { online } from '#src/core/api/network.ts';
import { newId } from '#src/core/api/new-id.ts';
import { currentClient } from '#src/core/api/place.ts';
import { session } from '#src/core/api/session.ts';
import { refresh } from '#src/core/resource/queries.ts';
import type { Draft } from './draft.ts';
import { allKept, change, keepDraft, keeping, look, waiting } from './keeping.ts';
import { isPassing, sendReport, sendWord } from './sending.ts';
import type { Waiting, WaitingReport, WaitingWord } from './waiting-words.ts';

const FIRST_WAIT = 3_000;

const LONGEST_WAIT = 60_000;

/** Runs in only one of several tabs. */
const alone = (work: () => Promise<void>): Promise<void> => (navigator.locks ? navigator.locks.request('manger-reports', work) : work());

/** The first report that may be sent now: of this person, and no earlier report of its feeding was refused. */
function findNextWaiting(list: readonly Waiting[]): Waiting | undefined {
  const user = session.get().me?.id;
  const client = currentClient.get();
  const blocked = new Set(list.filter(({ refused }) => refused).map(({ schedule }) => schedule));
  return list.find(
    (one) => one.user === user && one.client === client && !one.refused && (one.schedule === undefined || !blocked.has(one.schedule)),
  );
}

async function sendAll() {
  for (;;) {
    // The recording is stored first; a failing storage doesn't delay sending.
    await allKept();
    const unseen = keeping.get().failed ? undefined : await look().catch((error: unknown) => error);
    const one = findNextWaiting(waiting.get());
    if (!one) {
      if (unseen) throw unseen;
      return;
    }
    await sendOne(one);
  }
}

/** Sends a report and removes it, or stores the server's refusal. Throws if the failure may pass. */
async function sendOne(one: Waiting): Promise<void> {
  try {
    await (one.schedule === undefined ? sendWord(one) : sendReport(one));
    change((all) => all.filter(({ id }) => id !== one.id));
  } catch (error) {
    if (!(error instanceof ApiError) || isPassing(error)) throw error;
    const refused = Object.values(error.errors).flat()[0] ?? { code: 'unexpected', message: error.message };
    change((all) => all.map((each) => (each.id === one.id ? { ...each, refused } : each)));
  }
}

let running: Promise<void> | null = null;

let again: ReturnType<typeof setTimeout> | undefined;

let wait = FIRST_WAIT;

/** Sends waiting reports in order, and retries automatically. */
export function flush(): Promise<void> {
  clearTimeout(again);
  running ??= alone(sendAll)
    .then(() => {
      wait = FIRST_WAIT;
      void refresh({ id: 'loadings' });
    })
    .catch(() => {
      again = setTimeout(flush, wait);
      wait = Math.min(wait * 2, LONGEST_WAIT);
    })
    .finally(() => {
      running = null;
      // Reports that arrived between the last check and now.
      if (online.get() && findNextWaiting(waiting.get()) && wait === FIRST_WAIT) void flush();
    });
  return running;
}

type Unsent<W extends Waiting> = W extends Waiting ? Omit<W, 'id' | 'user' | 'client' | 'refused'> : never;

function signed<W extends Unsent<Waiting>>(unsent: W) {
  const user = session.get().me?.id;
  if (user === undefined) throw new Error('Nobody is signed in');
  return { ...unsent, id: newId(), user, client: currentClient.get() };
}

/** Subject of an entry: the group (or the whole farm) and day, or the feed and moment. */
const toSubject = ({ kind, body, farm }: WaitingWord) =>
  kind === 'drymatter' ? `${kind} ${body.ingredient} ${body.measured_at}` : `${kind} ${farm} ${body.group} ${body.day}`;

/** Stores an entry on the device, replacing a waiting one with the same subject, then sends it. */
export function enqueueWord(word: Unsent<WaitingWord>): void {
  const one: WaitingWord = signed(word);
  const same = (other: Waiting) =>
    other.schedule === undefined && toSubject(other) === toSubject(one) && other.user === one.user && other.client === one.client;
  change((list) => [...list.filter((other) => !same(other)), one]);
  void flush();
}

/** Retries an entry that the server refused, or discards it. */
export async function retryWord(id: string): Promise<void> {
  change((list) => list.map((one) => (one.id === id ? { ...one, refused: undefined } : one)));
  await flush();
}

export const discardWord = (id: string) => change((list) => list.filter((one) => one.id !== id));

/** Stores a report and its draft on the device, then sends it. */
export function enqueue(report: Unsent<WaitingReport>, key: string, draft: Draft): void {
  const one: WaitingReport = signed(report);
  keepDraft(key, draft, (list) => [...list, one]);
  void flush();
}

/** Retries the refused reports of a feeding. */
export async function retry(schedule: number): Promise<void> {
  change((list) => list.map((one) => (one.schedule === schedule ? { ...one, refused: undefined } : one)));
  await flush();
}

/** Discards the waiting reports of a feeding. */
export const discard = (schedule: number) => change((list) => list.filter((one) => one.schedule !== schedule));

let started = false;

/** Reads the reports of an earlier visit, and sends whenever the network is back. */
export function startQueue() {
  if (started) return;
  started = true;
  const send = () => {
    wait = FIRST_WAIT;
    void flush();
  };
  window.addEventListener('online', send);
  online.subscribe(() => online.get() && findNextWaiting(waiting.get()) && send());
  currentClient.subscribe(() => findNextWaiting(waiting.get()) && send());
  // The person who recorded them may sign in again without a page load.
  let user = session.get().me?.id;
  session.subscribe(() => {
    const now = session.get().me?.id;
    if (now !== user && findNextWaiting(waiting.get())) send();
    user = now;
  });
  void flush();
}
