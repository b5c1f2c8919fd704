import { monitorEventLoopDelay } from 'node:perf_hooks';

/** A timer of ten milliseconds that is later than this in one of twenty times, ms: requests wait for a processor, or for each other. */
const LATE_MS = 25;
const RESOLUTION_MS = 10;
const LOOK_MS = 500;
/** So long it counts as behind after it was last seen so. */
const CALM_MS = 5000;

interface Readings {
  /** The delay of the event loop since it was asked last, ms. */
  delay(): number;
  now(): number;
}

/** Tells whether the server is behind; `look` takes a reading. */
export function createLateness({ delay, now }: Readings) {
  let until = Number.NEGATIVE_INFINITY;
  return {
    look(): void {
      if (delay() > LATE_MS) until = now() + CALM_MS;
    },
    isBehind: (): boolean => now() < until,
  };
}

let ofThisServer: ReturnType<typeof createLateness> | undefined;

/** Whether this server's requests are late. It is watched from the first time that somebody asks. */
export function isBehind(): boolean {
  ofThisServer ??= watched();
  return ofThisServer.isBehind();
}

function watched() {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  const delay = () => {
    const late = histogram.percentile(95) / 1e6;
    histogram.reset();
    return late;
  };
  const lateness = createLateness({ delay, now: () => performance.now() });
  setInterval(lateness.look, LOOK_MS).unref();
  return lateness;
}
