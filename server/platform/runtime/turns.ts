import { ApiError, fieldError } from '#server/platform/errors.ts';

interface Bounds {
  /** At once for one client (or whoever the turns are counted by). */
  ofEach: number;
  /** At once for all of this server. */
  ofAll: number;
  /** How many of one client may wait for their turn; whoever comes later is refused. */
  waiting?: number;
  /** How many may wait of all. Beyond it the client that has the most waiting is refused its last. */
  line?: number;
  /** Max wait before a refusal, ms. */
  patience?: number;
  /** Seconds after which the refused may ask again. */
  wait: number;
  /** While it says so, nobody has a second turn, and whoever had one rests for as long as it took; those that wait are not refused for it. */
  isBehind?: () => boolean;
}
type Key = number | string;

const MOST_REST_MS = 1000;

/** A turn that somebody has. */
export interface Turn {
  /** What costs much is done: others have their turn, the same client not before the end. */
  made(): void;
  end(): void;
}

export interface Turns {
  take(key: Key): Promise<Turn>;
  /** One turn for the whole of the work. */
  during<T>(key: Key, work: () => Promise<T>): Promise<T>;
}

/** Nobody waits longer for an answer. */
const PATIENCE_MS = 60_000;

interface Waiting {
  key: Key;
  begin: () => void;
  refuse: () => void;
}

/** Turns at what costs much, so that nobody has all of the server: 429 with the seconds to wait beyond the bounds. Counted by this server alone. */
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
  /** The number of each key's last turn, as long as the key has turns or waits for one. */
  const lastTurns = new Map<Key, number>();
  let begun = 0;
  let busy = 0;
  /** A second turn leaves a place for whoever has none. */
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

  /** Whoever has the fewest turns, then whose last turn is the longest ago: a long line of one client keeps no other waiting. */
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

  function begin(key: Key): Turn {
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
      if (isBehind()) setTimeout(leave, Math.min(performance.now() - began, MOST_REST_MS));
      else leave();
      made();
    });
    return { made, end };
  }

  /** Makes room in a full line: the last of whoever has the most in it gives way, if that is more than the newcomer would have. */
  function makeRoom(key: Key): boolean {
    if (queue.length < line) return true;
    const longest = queue.reduce((most, one) => (countWaiting(one.key) > countWaiting(most.key) ? one : most));
    if (countWaiting(longest.key) <= countWaiting(key) + 1) return false;
    queue.findLast((one) => one.key === longest.key)?.refuse();
    return true;
  }

  async function take(key: Key): Promise<Turn> {
    if (isFree(key)) return begin(key);
    if (countWaiting(key) >= waiting || !makeRoom(key)) throw refusal();
    return new Promise((resolve, reject) => {
      const one: Waiting = {
        key,
        begin: () => {
          clearTimeout(timer);
          resolve(begin(key));
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
    take,
    async during(key, work) {
      const turn = await take(key);
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
