import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { isBehind } from '#server/platform/runtime/lateness.ts';
import { createTurns } from '#server/platform/runtime/turns.ts';

// OWASP's second choice for argon2id: 19 MiB, two passes.
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Half of Node's four threads for hashing, files and compression. */
const MAX_THREADS = 2;
/** Max concurrent hashes. One core is left for requests. */
export const hashesAtOnce = (cores: number): number => Math.max(1, Math.min(cores - 1, MAX_THREADS));
const AT_ONCE = hashesAtOnce(availableParallelism());
/** Max queue. A hash takes 30 ms of a core, so the last one waits about as long as the retry time of a refused one. */
const MAX_WAITING = 120;
const hashing = createTurns({ ofEach: 1, ofAll: AT_ONCE, waiting: 1, line: MAX_WAITING, wait: 5 });
let tickets = 0;

/**
 * Runs a hash under the limit, in order of arrival; 429 with a retry time if the queue is full. An overloaded server pauses after each hash
 * for as long as the hash took.
 */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  tickets += 1;
  const turn = await hashing.take(tickets);
  const began = performance.now();
  try {
    return await work();
  } finally {
    if (isBehind()) setTimeout(turn.end, performance.now() - began);
    else turn.end();
  }
}

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, OPTIONS));

/** Stored instead of a hash: no password matches until the account gets one. */
export const AWAITS_PASSWORD = 'awaits a password';

let decoy: Promise<string> | undefined;
function decoyHash(): Promise<string> {
  decoy ??= hash('no account has this password', OPTIONS);
  return decoy;
}

/** True if the password matches the hash. Takes as long without a hash, so that the time doesn't reveal which accounts exist. */
export async function isPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  const known = passwordHash !== undefined && passwordHash !== AWAITS_PASSWORD;
  const matches = await inTurn(async () => verify(known ? passwordHash : await decoyHash(), password));
  return known && matches;
}
