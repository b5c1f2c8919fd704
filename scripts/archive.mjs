// `npm run backup`, `restore` and `drill`: builds what is stale, and does it.
import { build } from './build.mjs';
import { demandNode, install } from './install.mjs';

demandNode();
install();
await build(['server']);
await import('../dist/server/archive.js');
