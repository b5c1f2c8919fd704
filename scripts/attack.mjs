// `npm run attack -- 30` runs the groups of tests/attack for thirty minutes together; `npm run attack -- 5 races kills` only those. `--seed
// 7` repeats a run. It uses temporary databases and servers, and ends with 1 if it found a fault.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { demandNode, install, root } from './install.mjs';

demandNode();
install();
const { status } = spawnSync(process.execPath, ['--import', 'tsx', join(root, 'tests/attack/run.ts'), ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});
process.exit(status ?? 1);
