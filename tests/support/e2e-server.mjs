// The real server on tiny demonstration data in a folder of its own, which goes when the server does.
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'manger-e2e-data-'));
// The database's account must pass through when the tests run as root.
chmodSync(folder, 0o711);
const { DATABASE_URL: _outside, REPORTS_DATABASE_URL: _replica, ...env } = process.env;
const server = spawn(process.execPath, [join(import.meta.dirname, '../../scripts/start.mjs')], {
  stdio: 'inherit',
  env: { ...env, HOST: '127.0.0.1', DATA_DIR: folder, DEMO: '1', FIXTURES: 'tiny' },
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
server.on('exit', (code) => {
  rmSync(folder, { recursive: true, force: true });
  process.exit(code ?? 1);
});
