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

/** True if a request has the installation's metrics token. False if the installation has none. */
export const bearsToken = (authorization: string | undefined, token: string | undefined): boolean =>
  token !== undefined && timingSafeEqual(hash(authorization ?? ''), hash(`Bearer ${token}`));

/** Metrics for Prometheus at `/metrics`, by route instead of path, so that ids create no endless series. */
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
        // A metric without labels would be reported as 0.
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

/** Readings in time. A metric that can't be read now is left out. */
async function inTime(read: () => Promise<readonly Reading[]>): Promise<readonly Reading[]> {
  const stop = new AbortController();
  const late = sleep(PATIENCE_MS, [], { signal: stop.signal }).catch(() => []);
  try {
    return await Promise.race([read().catch(() => []), late]);
  } finally {
    stop.abort();
  }
}
