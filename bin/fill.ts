import type { Embedded } from '#server/db/embedded.ts';
import { alone, readInstallation, recordOrigin } from '#server/db/installation.ts';
import { migrate } from '#server/db/migrate.ts';
import { StartError } from '#server/db/start-error.ts';
import type { Settings } from '#server/settings.ts';

interface Log {
  info(message: string): void;
}

interface Filling {
  embedded: Embedded | undefined;
  log: Log;
  /** Passed on to `openDatabase`. */
  shared?: readonly string[];
}

/** Fills an empty database with demonstration data if the settings ask for it. Returns which data exists, if any. */
export async function fillWhenEmpty(
  url: string,
  settings: Settings,
  { embedded, log, shared = [] }: Filling,
): Promise<'demo' | 'tiny' | undefined> {
  // Servers that start together on one external database fill it in sequence: the second server finds it filled. (An embedded database has
  // a single server.)
  return embedded ? fill(url, settings, { embedded, log, shared }) : alone(url, () => fill(url, settings, { embedded, log, shared }));
}

async function fill(url: string, settings: Settings, { embedded, log, shared = [] }: Filling): Promise<'demo' | 'tiny' | undefined> {
  let { origin, empty } = await readInstallation(url);
  if (origin === 'seeding') {
    // An embedded database that was never complete contains no work of people. An external one is left to its owner.
    if (!embedded) throw new StartError('Filling DATABASE_URL with demonstration data was cut short. Empty the database and start again.');
    await embedded.reset();
    await migrate(url);
    origin = undefined;
    empty = true;
  }
  if (!empty) return origin;
  if (!(settings.demo ?? embedded !== undefined)) return undefined;
  log.info(`Filling the empty database with demonstration data (${settings.fixtures}) …`);
  await recordOrigin(url, 'seeding');
  const { seed } = await import('#fixtures/seed.ts');
  await seed(url, settings.fixtures, new Date(), settings.secretKey, shared);
  await recordOrigin(url, settings.fixtures);
  return settings.fixtures;
}
