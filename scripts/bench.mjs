// `npm run bench`: builds what is stale, then measures; the figures go to docs/benchmarks.md. `npm run bench -- lists screens` measures those
// sections alone; `explorer`, `growth` and `reports`, millions of weighings (those of the latter two kept in BENCH_DATA), and `rest`, a thousand clients, only when named.
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
