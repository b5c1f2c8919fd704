import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Size, seed } from '#fixtures/seed.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { type Figure, figure } from './statistics.ts';

const SIZES: readonly [Size & string, number][] = [
  ['tiny', 1000],
  ['demo', 20_000],
];

/** F1: time to fill an empty database, compared with the limit. */
export async function benchFixtures(): Promise<Figure[]> {
  const dir = mkdtempSync(join(tmpdir(), 'manger-bench-'));
  const embedded = await startEmbedded({ dataDir: dir, log: { info() {}, error: console.error } });
  const figures: Figure[] = [];
  try {
    for (const [size, limit] of SIZES) {
      await embedded.reset();
      await migrate(embedded.url);
      const started = performance.now();
      await seed(embedded.url, size, new Date());
      figures.push(figure('F1', `demonstration data: ${size}`, 'ms', [performance.now() - started], [limit], '≤ 1'));
    }
    return figures;
  } finally {
    await embedded.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}
