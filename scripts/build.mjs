// Builds the client into dist/client and the server into dist/server, each only when something it is made of changed.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { demandNode, install, root } from './install.mjs';
import { writeServiceWorker } from './service-worker.mjs';

const COMMON = ['contract', 'vite.config.ts', 'tsconfig.json', 'package-lock.json', 'scripts/build.mjs'];
const PARTS = {
  client: [
    ...COMMON,
    'src',
    'locales',
    'public',
    'index.html',
    'postcss.config.mjs',
    'scripts/chunks.mjs',
    'scripts/service-worker.mjs',
    'scripts/service-worker.js',
  ],
  server: [...COMMON, 'server', 'fixtures', 'locales', 'src/core/export', 'src/core/format'],
};

/** The server, the thread in which it makes files, and the command line of backup and restore. */
const SERVER_PROGRAMS = ['server/main.ts', 'server/reports/subscriptions/file-worker.ts', 'server/archive.ts'];

export async function build(parts = Object.keys(PARTS)) {
  for (const part of parts) {
    const sources = PARTS[part];
    const target = join(root, 'dist', part);
    const stampFile = join(target, '.fingerprint');
    const stamp = fingerprint(sources);
    if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) continue;
    console.log(`Building the ${part} …`);
    await buildPart(part, target, stamp);
  }
}

/** Built aside and swapped in when whole: a build that fails or is cut short leaves the last good one in place. */
async function buildPart(part, target, stamp) {
  const draft = join(root, 'dist', `.${part}-${process.pid}`);
  mkdirSync(join(root, 'dist'), { recursive: true });
  try {
    const { build: viteBuild } = await import('vite');
    await viteBuild({
      root,
      configFile: join(root, 'vite.config.ts'),
      mode: 'production',
      logLevel: 'error',
      build: { outDir: draft, emptyOutDir: true, ...(part === 'server' ? { ssr: true, rolldownOptions: { input: SERVER_PROGRAMS } } : {}) },
    });
    if (part === 'client') {
      writeServiceWorker(draft);
      await compress(join(draft, 'assets'));
    }
    writeFileSync(join(draft, '.fingerprint'), stamp);
    rmSync(target, { recursive: true, force: true });
    renameSync(draft, target);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Sizes and times of all sources: a change of content without either is not one that an editor or git makes. */
function fingerprint(sources) {
  const hash = createHash('sha256').update(process.version);
  const add = (path) => {
    const info = statSync(join(root, path), { throwIfNoEntry: false });
    if (!info) return;
    if (info.isDirectory()) {
      for (const name of readdirSync(join(root, path)).sort()) add(`${path}/${name}`);
    } else if (!/\.test\.tsx?$/.test(path)) hash.update(`${path} ${info.size} ${info.mtimeMs}\n`);
  };
  for (const source of sources) add(source);
  return hash.digest('hex');
}

async function compress(folder) {
  const names = readdirSync(folder).filter((name) => /\.(js|css|svg|json)$/.test(name));
  await Promise.all(
    names.map(async (name) => {
      const bytes = readFileSync(join(folder, name));
      if (bytes.length < 1024) return;
      const brotli = await promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
      writeFileSync(join(folder, `${name}.br`), brotli);
      writeFileSync(join(folder, `${name}.gz`), await promisify(gzip)(bytes, { level: 9 }));
    }),
  );
}

if (process.argv[1] === import.meta.filename) {
  demandNode();
  install();
  await build();
}
