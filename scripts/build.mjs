// Builds the client into dist/client and the server into dist/server, each only if its sources changed.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { demandNode, install, root } from './install.mjs';

const COMMON = [
  'contract',
  'common',
  'vite.config.ts',
  'tsconfig.json',
  'tsconfig.base.json',
  'package.json',
  'package-lock.json',
  'scripts/build.mjs',
  'scripts/build-step.mjs',
  'scripts/runtime-packages.mjs',
];
/** Sources of each part. */
export const PARTS = {
  client: [
    ...COMMON,
    'src',
    'locales',
    'public',
    'index.html',
    'postcss.config.mjs',
    'scripts/chunks.mjs',
    'scripts/positions.mjs',
    'scripts/texts.ts',
    'scripts/service-worker.mjs',
    'scripts/service-worker.js',
  ],
  server: [...COMMON, 'bin', 'server', 'fixtures', 'locales'],
};

/** Fewer threads of the bundler, and memory that is returned at once. */
const SMALL = { RAYON_NUM_THREADS: '2', TOKIO_WORKER_THREADS: '2', MIMALLOC_PURGE_DELAY: '0' };

/** Returns the largest memory of a step in MB, undefined if nothing was stale. */
export async function build(parts = Object.keys(PARTS)) {
  let peak = 0;
  for (const part of parts) {
    const stamp = fingerprint(PARTS[part]);
    if (isUpToDate(stamp, part)) continue;
    console.log(`Building the ${part} …`);
    peak = Math.max(peak, await buildPart(part, join(root, 'dist', part), stamp));
  }
  return peak;
}

/** True if the built part is up to date with its sources. */
export const isBuilt = (part) => isUpToDate(fingerprint(PARTS[part]), part);

function isUpToDate(stamp, part) {
  const file = join(root, 'dist', part, '.fingerprint');
  return existsSync(file) && readFileSync(file, 'utf8') === stamp;
}

/** Builds into a temporary folder and swaps it in when complete: a failed build keeps the last good one. */
async function buildPart(part, target, stamp) {
  const draft = join(root, 'dist', `.${part}-${process.pid}`);
  mkdirSync(join(root, 'dist'), { recursive: true });
  try {
    const peaks = [await step(part, draft)];
    if (part === 'client') peaks.push(await step('files', draft));
    writeFileSync(join(draft, '.fingerprint'), stamp);
    rmSync(target, { recursive: true, force: true });
    renameSync(draft, target);
    return Math.max(...peaks);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Sizes and times of all sources. Editors and git change at least one of both with each change of content. */
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

/** Runs a step in its own process, which returns its memory. A small machine has room for one at a time. */
async function step(name, folder) {
  const child = spawn(process.execPath, ['--max-semi-space-size=4', join(import.meta.dirname, 'build-step.mjs'), name, folder], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...SMALL, ...process.env },
  });
  let peak = 0;
  child.on('message', (used) => {
    peak = used;
  });
  const [code, signal] = await once(child, 'exit');
  if (code !== 0) throw new Error(signal ? `The build was stopped by ${signal}: is there enough memory?` : 'The build failed.');
  return peak;
}

if (process.argv[1] === import.meta.filename) {
  demandNode();
  install();
  await build();
}
