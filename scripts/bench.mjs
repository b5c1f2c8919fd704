// `npm run bench`: builds stale parts, measures, and writes docs/benchmarks.md. `npm run bench -- lists screens` runs only these sections.
// `explorer`, `growth`, `reports` (millions of weighings) `rest` (a thousand clients) `imports` and `import-page` (the largest file of each list) and `hostile-files` (files made to exhaust the reader) run only if named. BENCH_DATA keeps the data of
// `growth` and `reports`.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { build } from './build.mjs';
import { demandNode, install, root } from './install.mjs';

demandNode();
install();
await build();
const { status } = spawnSync(process.execPath, ['--import', 'tsx', join(root, 'tests/bench/run.ts'), ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});
process.exit(status ?? 1);
