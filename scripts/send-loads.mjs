// `npm run send-loads -- <folder>`: builds stale parts, then sends the folder's files as loads.
import { build } from './build.mjs';
import { demandNode, install } from './install.mjs';

demandNode();
install();
await build(['server']);
await import('../dist/server/send-loads.js');
