// `npm run move-client`: builds what is stale, and moves a client to another cell.
import { build } from './build.mjs';
import { demandNode, install } from './install.mjs';

demandNode();
install();
await build(['server']);
await import('../dist/server/move-client.js');
