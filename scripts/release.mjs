// `npm run release`: the built application with the packages that it needs to run, as dist/release/manger-<version>-<platform>.tar.gz.
// With a folder behind it, only that folder is made, as for the image: node scripts/release.mjs /release
import {
  cpSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { build } from './build.mjs';
import { demandNode, install, root } from './install.mjs';
import { RUNTIME_PACKAGES, runtimeFolders } from './runtime-packages.mjs';
import { tarOf } from './tar.mjs';

/** What of the repository goes along, beside what is built. */
export const CONTENT = [
  'locales',
  'server/db/migrations',
  'deploy',
  'docs/guides/production.md',
  '.env.example',
  'README.md',
  'CHANGELOG.md',
];
/** What it may take on the disk where it is installed. */
const MOST_BYTES = 160e6;
/** What nobody reads who runs it. */
const LEFT_OUT = /\.(map|d\.ts|d\.mts|d\.cts)$|\/node_modules$/;

/** Makes the folder of a release; `dist` is what was built. Returns its size in bytes. */
export function makeRelease(folder, dist = join(root, 'dist')) {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  mkdirSync(folder, { recursive: true });
  for (const part of ['client', 'server']) cpSync(join(dist, part), join(folder, 'dist', part), { recursive: true });
  for (const path of CONTENT) cpSync(join(root, path), join(folder, path), { recursive: true });
  for (const path of runtimeFolders()) copyPackage(join(root, path), join(folder, path));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifestOf(manifest), null, 2)}\n`);
  return sizeOf(folder);
}

const manifestOf = ({ name, version, description, type, engines, dependencies, scripts }) => {
  const node = /^exec node (.*) scripts/.exec(scripts.start)[1];
  return {
    ...{ name, version, private: true, description, type, engines },
    scripts: {
      start: `exec node ${node} --enable-source-maps dist/server/main.js`,
      backup: 'exec node dist/server/archive.js backup',
      restore: 'exec node dist/server/archive.js restore',
      drill: 'exec node dist/server/archive.js drill',
      'restore-to': 'exec node dist/server/archive.js restore-to',
      'move-client': 'exec node dist/server/move-client.js',
    },
    dependencies: Object.fromEntries(RUNTIME_PACKAGES.map((one) => [one, dependencies[one]])),
  };
};

/** Packages within it are in the list themselves. */
function copyPackage(from, to) {
  cpSync(from, to, { recursive: true, verbatimSymlinks: true, filter: (path) => path === from || !LEFT_OUT.test(path.slice(from.length)) });
  linkLibraries(join(to, 'native'));
}

/** PostgreSQL's libraries know each other under names that its package makes where it is installed; a release isn't written to. */
function linkLibraries(native) {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    const link = join(dirname(native), target);
    if (existsSync(link)) continue;
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(relative(dirname(link), join(dirname(native), source)), link);
  }
}

const sizeOf = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath ?? entry.path, entry.name)).size, 0);

async function main([folder]) {
  demandNode();
  install();
  await build();
  if (folder) return void makeRelease(folder);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const name = `manger-${version}-${process.platform}-${process.arch}`;
  const place = join(root, 'dist/release');
  const tree = join(place, name);
  const file = join(place, `${name}.tar.gz`);
  rmSync(tree, { recursive: true, force: true });
  const size = makeRelease(tree);
  await pipeline(Readable.from(tarOf(tree, name, new Date())), createGzip({ level: 9 }), createWriteStream(`${file}.part`));
  renameSync(`${file}.part`, file);
  rmSync(tree, { recursive: true });
  if (size > MOST_BYTES) throw new Error(`The release takes ${size} bytes, more than ${MOST_BYTES}.`);
  const megabytes = (bytes) => `${Math.round(bytes / 1e6)} MB`;
  console.log(`${file}: ${megabytes(statSync(file).size)}, ${megabytes(size)} installed (${basename(tree)}).`);
}

if (process.argv[1] === import.meta.filename) await main(process.argv.slice(2));
