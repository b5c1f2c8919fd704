import { ApiError, fieldError } from '#server/platform/errors.ts';

interface Bounds {
  /** Max running at once per key (by default the client). */
  ofEach: number;
  /** Max running at once on this server. */
  ofAll: number;
  /** Max waiting per key. Further requests are refused. */
  waiting?: number;
  /** Max waiting in total. Beyond it, the last request of the key with the most waiting ones is refused. */
  line?: number;
  /** Max wait before a refusal, in ms. */
  patience?: number;
  /** Retry delay of a refusal, in seconds. */
  wait: number;
  /**
   * While true, no key has a second request running, and a key pauses for as long as its last one took. Waiting requests aren't refused for
   * that.
   */
  isBehind?: () => boolean;
}
type Key = number | string;

const MAX_REST_MS = 1000;

/** A running request. */
export interface Turn {
  /** Marks the expensive part as done: others may start, but the same key only after the end. */
  made(): void;
  end(): void;
}

export interface Turns {
  take(key: Key): Promise<Turn>;
  /** Runs the work under the limit. */
  during<T>(key: Key, work: () => Promise<T>): Promise<T>;
}

/** Default max wait in ms: nobody waits longer for an answer. */
const PATIENCE_MS = 60_000;

interface Waiting {
  key: Key;
  begin: () => void;
  refuse: () => void;
}

/** Limits expensive work, so that no key occupies the server. 429 with a retry delay beyond the limits. Each server counts for itself. */
export function createTurns({
  ofEach,
  ofAll,
  waiting = 0,
  line = Number.POSITIVE_INFINITY,
  patience = PATIENCE_MS,
  wait,
  isBehind = () => false,
}: Bounds): Turns {
  const held = new Map<Key, number>();
  let queue: Waiting[] = [];
  /** Number of each key's last start, while the key has running or waiting requests. */
  const lastTurns = new Map<Key, number>();
  let begun = 0;
  let busy = 0;
  /** A key's second request leaves a place for keys without one. */
  const isFree = (key: Key) => {
    const has = held.get(key) ?? 0;
    return has === 0 ? busy < ofAll : busy < ofAll - 1 && has < ofEach && !isBehind();
  };
  const countWaiting = (key: Key) => queue.filter((one) => one.key === key).length;
  const refusal = () => new ApiError(429, { detail: [fieldError('too_many_at_once', { limit: wait })] });

  function leaveQueue(one: Waiting): void {
    queue = queue.filter((other) => other !== one);
    forgetIdle(one.key);
  }

  function forgetIdle(key: Key): void {
    if (!held.has(key) && countWaiting(key) === 0) lastTurns.delete(key);
  }

  /** Starts the key with the fewest running requests, then the one whose last start is oldest. */
  function next(): void {
    while (busy < ofAll) {
      const [first] = queue
        .filter(({ key }) => isFree(key))
        .toSorted((a, b) => (held.get(a.key) ?? 0) - (held.get(b.key) ?? 0) || (lastTurns.get(a.key) ?? 0) - (lastTurns.get(b.key) ?? 0));
      if (!first) return;
      first.begin();
      leaveQueue(first);
    }
  }

  function beginTurn(key: Key): Turn {
    busy += 1;
    begun += 1;
    lastTurns.set(key, begun);
    held.set(key, (held.get(key) ?? 0) + 1);
    const began = performance.now();
    const made = once(() => {
      busy -= 1;
      next();
    });
    const leave = () => {
      const left = (held.get(key) ?? 1) - 1;
      if (left === 0) held.delete(key);
      else held.set(key, left);
      forgetIdle(key);
      next();
    };
    const end = once(() => {
      if (isBehind()) setTimeout(leave, Math.min(performance.now() - began, MAX_REST_MS));
      else leave();
      made();
    });
    return { made, end };
  }

  /** Makes room in a full queue by dropping the last request of the key with the most, if that is more than the newcomer would have. */
  function makeRoom(key: Key): boolean {
    if (queue.length < line) return true;
    const longest = queue.reduce((most, one) => (countWaiting(one.key) > countWaiting(most.key) ? one : most));
    if (countWaiting(longest.key) <= countWaiting(key) + 1) return false;
    queue.findLast((one) => one.key === longest.key)?.refuse();
    return true;
  }

  async function takeTurn(key: Key): Promise<Turn> {
    if (isFree(key)) return beginTurn(key);
    if (countWaiting(key) >= waiting || !makeRoom(key)) throw refusal();
    return new Promise((resolve, reject) => {
      const one: Waiting = {
        key,
        begin: () => {
          clearTimeout(timer);
          resolve(beginTurn(key));
        },
        refuse: () => {
          clearTimeout(timer);
          leaveQueue(one);
          reject(refusal());
        },
      };
      const timer = Number.isFinite(patience) ? setTimeout(one.refuse, patience) : undefined;
      queue.push(one);
    });
  }

  return {
    take: takeTurn,
    async during(key, work) {
      const turn = await takeTurn(key);
      try {
        return await work();
      } finally {
        turn.end();
      }
    },
  };
}

function once(work: () => void): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    work();
  };
}
