import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { isBehind } from '#server/platform/runtime/lateness.ts';
import { createTurns } from '#server/platform/runtime/turns.ts';

// OWASP's second choice for argon2id: 19 MiB, two passes.
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Node has four threads for hashing, files and compression: half of them stay free. */
const MAX_THREADS = 2;
/** Hashes at once: the last core stays with requests. */
export const hashesAtOnce = (cores: number): number => Math.max(1, Math.min(cores - 1, MAX_THREADS));
const AT_ONCE = hashesAtOnce(availableParallelism());
/** A hash takes some 30 ms of a core: the last of a full line waits about as many seconds as whoever is refused. */
const MAX_WAITING = 120;
const hashing = createTurns({ ofEach: 1, ofAll: AT_ONCE, waiting: 1, line: MAX_WAITING, wait: 5 });
let tickets = 0;

/**
 * One of the few hashes that run at once, in the order in which they were asked for; 429 with a time if too many wait. While the server is behind
 * hashing rests after each for as long as it took.
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

/** In a hash's place: no password is right, and the account is locked until it is given one. */
export const AWAITS_PASSWORD = 'awaits a password';

let decoy: Promise<string> | undefined;
function decoyHash(): Promise<string> {
  decoy ??= hash('no account has this password', OPTIONS);
  return decoy;
}

/** Whether the password is the hash's. Without a hash it takes as long, so that time doesn't tell which accounts exist. */
export async function isPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  const known = passwordHash !== undefined && passwordHash !== AWAITS_PASSWORD;
  const matches = await inTurn(async () => verify(known ? passwordHash : await decoyHash(), password));
  return known && matches;
}
