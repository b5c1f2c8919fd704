// Watch mode: vite serves the client with hot reload on PORT; tsx runs the server behind it.
import { spawn } from 'node:child_process';
import { createServer as createProbe } from 'node:net';
import { join } from 'node:path';
import { demandNode, install, root } from './install.mjs';

demandNode();
install();
const port = Number(process.env.PORT ?? 4000);
const apiPort = await freePort();
const api = spawn(process.execPath, [join(root, 'node_modules/tsx/dist/cli.mjs'), 'watch', '--clear-screen=false', 'bin/main.ts'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, PORT: String(apiPort), HOST: '127.0.0.1' },
});
process.env.MANGER_API = `http://127.0.0.1:${apiPort}`;
const { createServer } = await import('vite');
const client = await createServer({ root, server: { port, strictPort: true, host: process.env.HOST ?? '127.0.0.1' } });
await client.listen();
client.printUrls();

// Ctrl-C of the terminal also reaches the server. This process stays until the server has stopped its database.
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, async () => {
    if (signal === 'SIGTERM') api.kill(signal);
    await client.close();
  });
}
api.on('exit', (code) => process.exit(code ?? 0));

function freePort() {
  return new Promise((resolve) => {
    const probe = createProbe().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
