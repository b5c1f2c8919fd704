import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import type { Services } from '#server/platform/context.ts';
import type { Metrics } from './metrics.ts';
import type { AppEnv } from './mount.ts';
import { pathOf } from './scope.ts';

/** A secret link's secret isn't for the log, whatever stands before it. */
const withoutSecret = (path: string) => path.replace(/(\/report\/files\/).+/i, '$1…');

/** Numbers requests, logs each once it has its answer, and counts it. */
export const loggedRequests =
  (services: Services, metrics: Metrics): MiddlewareHandler<AppEnv> =>
  async (http, next) => {
    const started = performance.now();
    const requestId = http.req.header('x-request-id')?.slice(0, 64) ?? randomUUID();
    const log = services.log.child({ request: requestId });
    http.set('requestId', requestId);
    http.set('log', log);
    await next();
    // On the answer itself: `http.header` would copy it, and send it as a stream.
    const { headers } = http.res;
    headers.set('x-request-id', requestId);
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
    const ms = performance.now() - started;
    const { method } = http.req;
    const { status } = http.res;
    metrics.observe(method, http.req.routePath, status, ms);
    log.info({ method, path: withoutSecret(pathOf(http.req.url)), status, ms: Math.round(ms), account: http.get('account') }, 'request');
  };
