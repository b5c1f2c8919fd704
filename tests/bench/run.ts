import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { seed } from '#fixtures/seed.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { benchBudget } from './budget.ts';
import { benchClient } from './client.ts';
import { benchExplorer } from './explorer.ts';
import { benchFairness } from './fairness.ts';
import { benchFixtures } from './fixtures.ts';
import { benchGrowth } from './growth.ts';
import { benchHome } from './home.ts';
import { benchHostileFiles } from './hostile-files.ts';
import { benchImportPage } from './import-page.ts';
import { benchImports } from './imports.ts';
import { benchLists } from './lists.ts';
import { benchMilk } from './milk.ts';
import { benchNutrients } from './nutrients.ts';
import { benchOwners } from './owners.ts';
import { benchProgrammes } from './programmes.ts';
import { benchRations } from './rations.ts';
import { benchRecall } from './recall.ts';
import { benchReports } from './reports.ts';
import { benchRest } from './rest.ts';
import { benchRows } from './rows.ts';
import { benchScreens } from './screens.ts';
import { benchServer, type Site } from './server.ts';
import { benchSignals } from './signals.ts';
import { bookWith, type Figure, table } from './statistics.ts';
import { benchSupply } from './supply.ts';
import { benchXlsx } from './xlsx.ts';

const ROWS = 300_000;
const BOOK = resolve(import.meta.dirname, '../../docs/benchmarks.md');

/** In the order of the runs: the lists grow the data. */
const ON_SITE = {
  server: benchServer,
  client: benchClient,
  rows: benchRows,
  xlsx: benchXlsx,
  screens: benchScreens,
  fairness: benchFairness,
  lists: benchLists,
};
const ALONE = {
  budget: benchBudget,
  fixtures: benchFixtures,
  home: benchHome,
  'hostile-files': benchHostileFiles,
  milk: benchMilk,
  programmes: benchProgrammes,
  rations: benchRations,
  signals: benchSignals,
  explorer: benchExplorer,
  growth: benchGrowth,
  'import-page': benchImportPage,
  imports: benchImports,
  nutrients: benchNutrients,
  owners: benchOwners,
  recall: benchRecall,
  reports: benchReports,
  rest: benchRest,
  supply: benchSupply,
};
/** Millions of rows, the days of a thousand clients, and the largest files take long to make: only when asked for. */
const BY_NAME = new Set(['explorer', 'growth', 'hostile-files', 'import-page', 'imports', 'nutrients', 'reports', 'rest']);
const NAMES = [...Object.keys(ON_SITE), ...Object.keys(ALONE)];

const asked = process.argv.slice(2);
const unknown = asked.find((name) => !NAMES.includes(name));
if (unknown) throw new Error(`No section ${unknown}; there are ${NAMES.join(', ')}.`);
const wanted = (name: string) => (asked.length > 0 ? asked.includes(name) : !BY_NAME.has(name));

const figures: Figure[] = [];
if (Object.keys(ON_SITE).some(wanted)) await onSite(figures);
for (const [name, bench] of Object.entries(ALONE)) if (wanted(name)) figures.push(...(await bench()));
console.log(table(figures));
writeFileSync(BOOK, bookWith(readFileSync(BOOK, 'utf8'), figures));
process.exitCode = figures.every(({ kept }) => kept) ? 0 : 1;

async function onSite(into: Figure[]): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'manger-bench-'));
  const embedded = await startEmbedded({ dataDir: dir, log: { info() {}, error: console.error } });
  try {
    await migrate(embedded.url);
    console.log(`Filling ${ROWS} facts …`);
    await seed(embedded.url, { rows: ROWS }, new Date());
    // The same database, for the role that bypasses row-level security.
    const adminUrl = embedded.adminUrl.replace(/\/postgres(?=\?|$)/, '/manger');
    const site: Site = { url: embedded.url, adminUrl, dir };
    for (const [name, bench] of Object.entries(ON_SITE)) if (wanted(name)) into.push(...(await bench(site)));
  } finally {
    await embedded.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}
