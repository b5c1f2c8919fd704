import { ApiError, fieldError } from '#server/platform/errors.ts';

interface Bounds {
  /** At once for one client (or whoever the turns are counted by). */
  ofEach: number;
  /** At once for all of this server. */
  ofAll: number;
  /** How many of one client may wait for their turn; whoever comes later is refused. */
  waiting?: number;
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

/** Turns at what costs much, so that nobody has all of the server: 429 with the seconds to wait beyond the bounds. Counted by this server alone. */
export function createTurns({ ofEach, ofAll, waiting = 0, wait, isBehind = () => false }: Bounds): Turns {
  const held = new Map<Key, number>();
  const queue: { key: Key; begin: () => void }[] = [];
  let busy = 0;
  /** A second turn leaves a place for whoever has none. */
  const isFree = (key: Key) => {
    const has = held.get(key) ?? 0;
    return has === 0 ? busy < ofAll : busy < ofAll - 1 && has < ofEach && !isBehind();
  };

  /** Whoever has the fewest turns, and of those who came first: a long line of one client keeps no other waiting. */
  function next(): void {
    while (busy < ofAll) {
      const [first] = queue.filter(({ key }) => isFree(key)).toSorted((a, b) => (held.get(a.key) ?? 0) - (held.get(b.key) ?? 0));
      if (!first) return;
      queue.splice(queue.indexOf(first), 1);
      first.begin();
    }
  }

  function begin(key: Key): Turn {
    busy += 1;
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
      next();
    };
    const end = once(() => {
      if (isBehind()) setTimeout(leave, Math.min(performance.now() - began, MOST_REST_MS));
      else leave();
      made();
    });
    return { made, end };
  }

  async function take(key: Key): Promise<Turn> {
    if (isFree(key)) return begin(key);
    if (queue.filter((one) => one.key === key).length >= waiting) {
      throw new ApiError(429, { detail: [fieldError('too_many_at_once', { limit: wait })] });
    }
    return new Promise((resolve) => queue.push({ key, begin: () => resolve(begin(key)) }));
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
