import { createHash, timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Services } from '#server/platform/context.ts';
import { type Figure, OF_ALL_SERVERS, type Reading } from './figures.ts';

export interface Metrics {
  observe(method: string, route: string, status: number, ms: number): void;
  text(): Promise<string>;
}

const PATIENCE_MS = 2000;
const hash = (text: string) => createHash('sha256').update(text).digest();

/** Whether a request bears the token that the installation gave its watchers; never where it gave none. */
export const bearsToken = (authorization: string | undefined, token: string | undefined): boolean =>
  token !== undefined && timingSafeEqual(hash(authorization ?? ''), hash(`Bearer ${token}`));

/** Counts for Prometheus at `/metrics`; by route, never by path, so that ids don't make endless series. */
export function createMetrics(services: Services, figures: readonly Figure[]): Metrics {
  const registers = new Registry();
  collectDefaultMetrics({ register: registers });
  const requests = new Histogram({
    name: 'manger_request_seconds',
    help: 'Duration of API requests',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registers],
  });
  for (const { name, help, labelNames = [], read } of [...OF_ALL_SERVERS, ...figures]) {
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registers],
      async collect() {
        this.reset();
        // One without labels would be told as 0.
        if (labelNames.length === 0) this.remove();
        for (const { labels = {}, value } of await inTime(async () => read(services))) this.set(labels, value);
      },
    });
  }
  return {
    observe: (method, route, status, ms) => requests.observe({ method, route, status: String(status) }, ms / 1000),
    text: () => registers.metrics(),
  };
}

/** The others are told without one that can't be read now. */
async function inTime(read: () => Promise<readonly Reading[]>): Promise<readonly Reading[]> {
  const stop = new AbortController();
  const late = sleep(PATIENCE_MS, [], { signal: stop.signal }).catch(() => []);
  try {
    return await Promise.race([read().catch(() => []), late]);
  } finally {
    stop.abort();
  }
}
