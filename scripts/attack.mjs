// `npm run attack -- 30`: thirty minutes of attacks, shared among the groups of tests/attack; `npm run attack -- 5 races kills` tries those alone,
// `--seed 7` the same again. It makes databases and servers of its own and leaves nothing. Ends with 1 when something was found.
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
