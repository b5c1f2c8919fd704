// Builds the client into dist/client and the server into dist/server, each only when something it is made of changed.
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
/** What each part is made of. */
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

/** The bundler's threads each keep what they worked with, and its memory would be given back late. */
const SMALL = { RAYON_NUM_THREADS: '2', TOKIO_WORKER_THREADS: '2', MIMALLOC_PURGE_DELAY: '0' };

/** Returns the most memory that a step of it took, in MB; none where nothing was stale. */
export async function build(parts = Object.keys(PARTS)) {
  let peak = 0;
  for (const part of parts) {
    const stamp = fingerprint(PARTS[part]);
    if (isOf(stamp, part)) continue;
    console.log(`Building the ${part} …`);
    peak = Math.max(peak, await buildPart(part, join(root, 'dist', part), stamp));
  }
  return peak;
}

/** Whether what was built is of the sources that there are. */
export const isBuilt = (part) => isOf(fingerprint(PARTS[part]), part);

function isOf(stamp, part) {
  const file = join(root, 'dist', part, '.fingerprint');
  return existsSync(file) && readFileSync(file, 'utf8') === stamp;
}

/** Built aside and swapped in when whole: a build that fails or is cut short leaves the last good one in place. */
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

/** Each in a process of its own, which gives back what memory it took: a small machine has room for one at a time. */
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
