// One step of the build, run by build.mjs in a process of its own: build-step.mjs <client | server | files> <folder>
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { root } from './install.mjs';
import { writeServiceWorker } from './service-worker.mjs';

/** The server, its threads for files, archives and rations, and the command lines of backup, restore and loads. */
const SERVER_PROGRAMS = [
  'bin/main.ts',
  'server/reports/subscriptions/file-worker.ts',
  'server/admin/archives/archive-worker.ts',
  'server/domain/least-cost/least-cost-worker.ts',
  'bin/archive.ts',
  'bin/send-loads.ts',
];

const steps = {
  client: (folder) => bundle({ outDir: folder }),
  server: (folder) => bundle({ outDir: folder, ssr: true, rolldownOptions: { input: SERVER_PROGRAMS } }),
  /** The parts of the client that are made from its bundled files. */
  files: async (folder) => {
    writeServiceWorker(folder);
    await compress(join(folder, 'assets'));
  },
};

async function bundle(build) {
  const { build: viteBuild } = await import('vite');
  await viteBuild({
    root,
    configFile: join(root, 'vite.config.ts'),
    mode: 'production',
    logLevel: 'error',
    build: { emptyOutDir: true, reportCompressedSize: false, ...build },
  });
}

/** Compresses file by file: all at once would need as much memory as bundling. */
async function compress(folder) {
  for (const name of readdirSync(folder).filter((name) => /\.(js|css|svg|json)$/.test(name))) {
    const bytes = readFileSync(join(folder, name));
    if (bytes.length < 512) continue;
    const [brotli, zipped] = await Promise.all([
      promisify(brotliCompress)(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
          // Measured on our scripts: 0.2 % smaller than with the default of 0.
          [constants.BROTLI_PARAM_NPOSTFIX]: 1,
        },
      }),
      promisify(gzip)(bytes, { level: 9 }),
    ]);
    writeFileSync(join(folder, `${name}.br`), brotli);
    writeFileSync(join(folder, `${name}.gz`), zipped);
  }
}

const [name, folder] = process.argv.slice(2);
// The parent process has ended.
process.on('disconnect', () => process.exit(1));
try {
  await steps[name](folder);
  process.send(Math.round(process.resourceUsage().maxRSS / 1024), () => process.exit(0));
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
