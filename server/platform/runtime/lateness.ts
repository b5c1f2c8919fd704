import { monitorEventLoopDelay } from 'node:perf_hooks';

/**
 * Delay in ms of a ten-millisecond timer, in one of twenty times, that counts as overload: requests then wait for a processor or for each
 * other.
 */
const LATE_MS = 25;
const RESOLUTION_MS = 10;
const LOOK_MS = 500;
/** How long the server counts as overloaded after the last late reading, in ms. */
const CALM_MS = 5000;

interface Readings {
  /** Delay of the event loop since the last call, in ms. */
  delay(): number;
  now(): number;
}

/** Decides whether the server is overloaded. `look` takes a reading. */
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

/** True if this server is overloaded. Measuring starts with the first call. */
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
