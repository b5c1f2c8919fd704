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
  const queue = createQueue(line);
  /** Number of each key's last start, while the key has running or waiting requests. */
  const lastTurns = new Map<Key, number>();
  let begun = 0;
  let busy = 0;
  /** A key's second request leaves a place for keys without one. */
  const isFree = (key: Key) => {
    const has = held.get(key) ?? 0;
    return has === 0 ? busy < ofAll : busy < ofAll - 1 && has < ofEach && !isBehind();
  };

  function leaveQueue(one: Waiting): void {
    queue.remove(one);
    forgetIdle(one.key);
  }

  function forgetIdle(key: Key): void {
    if (!held.has(key) && queue.count(key) === 0) lastTurns.delete(key);
  }

  /** Starts the key with the fewest running requests, then the one whose last start is oldest. */
  function next(): void {
    while (busy < ofAll) {
      const [first] = queue
        .list()
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

  async function takeTurn(key: Key): Promise<Turn> {
    if (isFree(key)) return beginTurn(key);
    if (queue.count(key) >= waiting || !queue.makeRoom(key)) throw tooMany(wait);
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
          reject(tooMany(wait));
        },
      };
      const timer = Number.isFinite(patience) ? setTimeout(one.refuse, patience) : undefined;
      queue.add(one);
    });
  }

  return {
    take: takeTurn,
    during: (key, work) => endAfter(takeTurn(key), work),
  };
}

const tooMany = (wait: number) => new ApiError(429, { detail: [fieldError('too_many_at_once', { limit: wait })] });

async function endAfter<T>(taking: Promise<Turn>, work: () => Promise<T>): Promise<T> {
  const turn = await taking;
  try {
    return await work();
  } finally {
    turn.end();
  }
}

/** Waiting requests in their order, `line` at most. */
function createQueue(line: number) {
  let waiting: Waiting[] = [];
  const count = (key: Key) => waiting.filter((one) => one.key === key).length;
  return {
    count,
    list: () => waiting,
    add: (one: Waiting) => void waiting.push(one),
    remove(one: Waiting) {
      waiting = waiting.filter((other) => other !== one);
    },
    /** Makes room in a full queue by dropping the last request of the key with the most, if that is more than the newcomer would have. */
    makeRoom(key: Key): boolean {
      if (waiting.length < line) return true;
      const longest = waiting.reduce((most, one) => (count(one.key) > count(most.key) ? one : most));
      if (count(longest.key) <= count(key) + 1) return false;
      waiting.findLast((one) => one.key === longest.key)?.refuse();
      return true;
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
