// Installs missing packages, builds stale parts, then runs the server in this process.
import { build } from './build.mjs';
import { demandNode, install } from './install.mjs';

demandNode();
install();
try {
  await build();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
process.setSourceMapsEnabled(true);
process.env.NODE_ENV ??= 'production';
await import('../dist/server/main.js');
