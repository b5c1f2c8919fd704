// `npm run backup`, `restore` and `drill`: builds stale parts, then runs the command.
import { build } from './build.mjs';
import { demandNode, install } from './install.mjs';

demandNode();
install();
await build(['server']);
await import('../dist/server/archive.js');
