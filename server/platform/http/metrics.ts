import { createHash, timingSafeEqual } from 'node:crypto';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Services } from '#server/platform/context.ts';

export interface Metrics {
  observe(method: string, route: string, status: number, ms: number): void;
  text(): Promise<string>;
}

const hash = (text: string) => createHash('sha256').update(text).digest();

/** Whether a request bears the token that the installation gave its watchers; never where it gave none. */
export const bearsToken = (authorization: string | undefined, token: string | undefined): boolean =>
  token !== undefined && timingSafeEqual(hash(authorization ?? ''), hash(`Bearer ${token}`));

/** Counts for Prometheus at `/metrics`; by route, never by path, so that ids don't make endless series. */
export function createMetrics(services: Services): Metrics {
  const registers = new Registry();
  collectDefaultMetrics({ register: registers });
  const requests = new Histogram({
    name: 'manger_request_seconds',
    help: 'Duration of API requests',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registers],
  });
  new Gauge({
    name: 'manger_database_connections',
    help: 'Connections of the main pool',
    labelNames: ['state'],
    registers: [registers],
    collect() {
      for (const [state, value] of Object.entries(services.database.load())) this.set({ state }, value);
    },
  });
  return {
    observe: (method, route, status, ms) => requests.observe({ method, route, status: String(status) }, ms / 1000),
    text: () => registers.metrics(),
  };
}
