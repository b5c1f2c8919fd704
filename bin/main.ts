import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { getRequestListener } from '@hono/node-server';
import { type Logger, pino } from 'pino';
import { newSetupCode } from '#server/admin/auth/setup.ts';
import { createApp } from '#server/app.ts';
import { updateBiViews } from '#server/bi/views.ts';
import { inlineScripts, serveClientFrom } from '#server/client-files.ts';
import { openDatabase } from '#server/db/database.ts';
import { migrate } from '#server/db/migrate.ts';
import { projectRoot, StartError } from '#server/db/start-error.ts';
import { takePort } from '#server/http.ts';
import { jobs } from '#server/jobs.ts';
import { startJobs } from '#server/platform/jobs.ts';
import { createMailer } from '#server/platform/runtime/mailer.ts';
import { startServices } from '#server/platform/services.ts';
import { describeRemovedSettings, readSettings } from '#server/settings.ts';
import { tables } from '#server/tables.ts';
import { welcome } from '#server/welcome.ts';
import { findBiAddress } from './bi-address.ts';
import { fillWhenEmpty } from './fill.ts';
import { openServer } from './open-server.ts';

/** Started parts, newest last. They are stopped in reverse order. */
const started: { stop(): Promise<void> }[] = [];
let stopping: Promise<void> | undefined;

async function main(log: Logger): Promise<void> {
  const settings = readSettings(process.env);
  const removed = describeRemovedSettings(process.env);
  if (removed) log.warn(removed);
  const door = await takePort(settings.host, settings.port);
  const { url, embedded, shared } = await openServer(settings, log);
  if (embedded) started.push(embedded);
  const applied = await migrate(url, { onNotice: (change) => log.warn({ change }, 'migration changed figures of open months') });
  if (applied.length > 0) log.info({ applied }, 'migrated');
  await updateBiViews(url).catch((error) => log.warn({ error: String(error) }, 'failed to create the views for programs of analysis'));
  const demo = await fillWhenEmpty(url, settings, { embedded, log, shared });

  const database = openDatabase({
    url,
    reportsUrl: settings.reportsDatabaseUrl,
    listenUrl: settings.listenDatabaseUrl,
    shared,
    max: settings.databasePool,
    embedded: embedded !== undefined && !settings.reportsDatabaseUrl,
  });
  started.push({ stop: () => database.close() });
  const { services, events } = await startServices({
    database,
    tables,
    secret: settings.secretKey,
    log,
    mailer: settings.mail ? createMailer(settings.mail.url, settings.mail.from) : null,
    publicUrl: settings.publicUrl,
    mailBounds: settings.mailBounds,
    trustedProxies: settings.trustedProxies,
    webhookNetworks: settings.webhookNetworks,
    biAddress: findBiAddress(settings),
    metricsToken: settings.metricsToken,
  });
  started.push({ stop: () => events.close() });
  const client = join(projectRoot, 'dist/client');
  const app = createApp({
    services,
    events,
    version: version(),
    support: settings.supportContact,
    serveClient: serveClientFrom(client),
    inlineScripts: inlineScripts(client),
  });
  const running = startJobs(services, jobs);
  started.push(running, { stop: () => door.close() });
  door.open(getRequestListener(app.fetch));
  console.log(welcome(door.address, { demo, setupCode: await newSetupCode(database) }));
}

/** Finishes open requests, then stops the database. A second call waits for the first. */
function stop(): Promise<void> {
  stopping ??= (async () => {
    for (const part of started.reverse()) await part.stop();
  })();
  return stopping;
}

function version(): string {
  return (JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { version: string }).version;
}

async function fail(error: unknown, log: Logger): Promise<never> {
  if (error instanceof StartError) console.error(error.message);
  else log.fatal({ error: (error as Error).stack ?? String(error) }, 'stopped by an error');
  await stop().catch(() => {});
  process.exit(1);
}

// Requests leave garbage, not memory. V8 would let the heap grow to 4 × its live size; collecting at 1.4 × costs nothing measurable.
// (`--max-semi-space-size`, the other half, is in package.json because it can't be set at run time.)
setFlagsFromString('--heap-growing-percent=40');

const log = pino();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (!stopping) log.info({ signal }, 'stopping');
    stop().then(
      () => process.exit(0),
      (error) => fail(error, log),
    );
  });
}
main(log).catch((error) => fail(error, log));
