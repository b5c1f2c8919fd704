import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { seed } from '../../fixtures/seed.ts';
import { startEmbedded } from '../../server/db/embedded.ts';
import { migrate } from '../../server/db/migrate.ts';
import { benchClient } from './client.ts';
import { benchServer } from './server.ts';
import { table } from './statistics.ts';

const ROWS = 300_000;
const dir = mkdtempSync(join(tmpdir(), 'manger-bench-'));
const log = { info() {}, error: console.error };
const embedded = await startEmbedded({ dataDir: dir, log });
try {
  await migrate(embedded.url);
  console.log(`Filling ${ROWS} facts …`);
  await seed(embedded.url, { rows: ROWS }, new Date());
  // The same database, as the role that row-level security doesn't hold back.
  const adminUrl = embedded.adminUrl.replace(/\/postgres(?=\?|$)/, '/manger');
  const site = { url: embedded.url, adminUrl, dir };
  const figures = [...(await benchServer(site)), ...(await benchClient(site))];
  const text = table(figures);
  console.log(text);
  const head = `# Benchmarks\n\nMade by \`npm run bench\`: medians of rounds in turns, on ${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.versions.node}. Only ratios count.\n`;
  writeFileSync(resolve(import.meta.dirname, '../../docs/benchmarks.md'), `${head}\n${text}\n`);
  process.exitCode = figures.every(({ kept }) => kept) ? 0 : 1;
} finally {
  await embedded.stop();
  rmSync(dir, { recursive: true, force: true });
}
