import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import type { Services } from '#server/platform/context.ts';
import type { Metrics } from './metrics.ts';
import type { AppEnv } from './mount.ts';
import { pathOf } from './scope.ts';

/** Removes a link's secret from the logged path, with any path before it. */
const withoutSecret = (path: string) => path.replace(/(\/report\/files\/).+/i, '$1…');

/** Numbers each request, then logs and counts it with its answer. */
export const loggedRequests =
  (services: Services, metrics: Metrics): MiddlewareHandler<AppEnv> =>
  async (http, next) => {
    const started = performance.now();
    const requestId = http.req.header('x-request-id')?.slice(0, 64) ?? randomUUID();
    const log = services.log.child({ request: requestId });
    http.set('requestId', requestId);
    http.set('log', log);
    await next();
    // Set on the answer itself, because `http.header` would copy the answer and stream it.
    const { headers } = http.res;
    headers.set('x-request-id', requestId);
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
    const ms = performance.now() - started;
    const { method } = http.req;
    const { status } = http.res;
    metrics.observe(method, http.req.routePath, status, ms);
    log.info({ method, path: withoutSecret(pathOf(http.req.url)), status, ms: Math.round(ms), account: http.get('account') }, 'request');
  };
