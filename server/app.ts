import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { aboutEndpoint } from './admin/about.ts';
import { adminEndpoints } from './admin/index.ts';
import { operationsEndpoints } from './operations/index.ts';
import type { Services } from './platform/context.ts';
import { notFound } from './platform/errors.ts';
import { isLocal } from './platform/http/address.ts';
import { serveApiPage } from './platform/http/api-page.ts';
import type { Endpoint } from './platform/http/endpoint.ts';
import type { Figure } from './platform/http/figures.ts';
import { databaseHealth } from './platform/http/health.ts';
import { bearsToken, createMetrics } from './platform/http/metrics.ts';
import { type AppEnv, addressOf, closesUnread, failed, mount } from './platform/http/mount.ts';
import { openApiDocument } from './platform/http/openapi.ts';
import { loggedRequests } from './platform/http/request-log.ts';
import { pathOf, scopeOf } from './platform/http/scope.ts';
import { securityHeaders } from './platform/http/security-headers.ts';
import { eventStreams } from './platform/http/stream.ts';
import type { Events } from './platform/runtime/events.ts';
import { reportsEndpoints, reportsFigures } from './reports/index.ts';

interface Deps {
  services: Services;
  events: Events;
  version: string;
  /** How users reach the installation's operator. */
  support?: string;
  /** Checks every answer against the contract. On in tests. */
  checkAnswers?: boolean;
  /** Adds everything except the API: the built client and the API's readable page. */
  serveClient?: (app: Hono<AppEnv>) => void;
  /** Hashes of the scripts that a page may contain. */
  inlineScripts?: readonly string[];
}

const MAX_BODY_BYTES = 2 * 1024 * 1024;
/** Max size of an import: a file with ten thousand rows in one request. */
export const MAX_IMPORT_BYTES = 12 * 1024 * 1024;

const maxBytes = (path: string) => (path.endsWith('/import') ? MAX_IMPORT_BYTES : MAX_BODY_BYTES);

/** The whole server as a fetch function: middleware, the endpoints of all features, then the client's files. */
export function createApp({
  services,
  events,
  version,
  support = '',
  checkAnswers = false,
  serveClient,
  inlineScripts = [],
}: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>({ getPath: (request) => scopeOf(pathOf(request.url)).path });
  const openScreens: Figure = {
    name: 'manger_open_screens',
    help: 'Screens that this server tells of changes',
    read: () => [{ value: events.listening() }],
  };
  const metrics = createMetrics(services, [openScreens, ...reportsFigures]);
  const features: Endpoint[] = [...operationsEndpoints, ...adminEndpoints, ...reportsEndpoints, aboutEndpoint({ version, support })];
  const endpoints = [...features, ...eventStreams(events, features)];

  // Outside the headers of all answers: stored files may come from anybody, and nothing in them may run.
  app.use('/api/*', async (http, next) => {
    await next();
    const { headers } = http.res;
    if (headers.get('content-disposition')?.startsWith('attachment')) headers.set('content-security-policy', "default-src 'none'; sandbox");
  });
  app.use(closesUnread);
  app.use(securityHeaders(services.publicUrl, inlineScripts));
  app.use('/api/*', loggedRequests(services, metrics));
  app.use('/api/report/*', compress());
  app.onError((error, http) => failed(http, error, services.log));

  app.get('/healthz', async (http) => {
    const status = await databaseHealth(services.database);
    const { health: replicas } = services.database.replicas();
    const more = replicas.length > 0 ? { replicas } : {};
    return status === 'ok' ? http.json({ status, version, ...more }) : http.json({ status, ...more }, 503);
  });
  app.get('/metrics', async (http) => {
    const isAllowed =
      isLocal(addressOf(http, services.trustedProxies)) || bearsToken(http.req.header('authorization'), services.metricsToken);
    return isAllowed ? http.text(await metrics.text()) : http.text('Forbidden', 403);
  });
  let document: Promise<unknown> | undefined;
  app.get('/api/openapi.json', async (http) => {
    document ??= openApiDocument(endpoints, { version, support });
    return http.json((await document) as object);
  });

  serveApiPage(app);

  mount(app, services, endpoints, { checkAnswers, maxBytes });
  app.all('/api/*', () => {
    throw notFound();
  });
  serveClient?.(app);
  return app;
}
