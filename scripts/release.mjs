// `npm run release`: writes the built application with its run-time packages to dist/release/manger-<version>-<platform>.tar.gz. With a
// folder as argument it only fills that folder, as for the image: node scripts/release.mjs /release
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

/** Files of the repository that a release contains, in addition to built files. */
export const CONTENT = [
  'locales',
  'server/db/migrations',
  'deploy',
  'docs/guides/production.md',
  '.env.example',
  'README.md',
  'CHANGELOG.md',
];
/** Max size of an installation on disk. */
const MAX_BYTES = 160e6;
/** Files that an installation never reads. */
const LEFT_OUT = /\.(map|d\.ts|d\.mts|d\.cts)$|\/node_modules$/;

/** Fills the folder of a release from the built files in `dist`. Returns its size in bytes. */
export function makeRelease(folder, dist = join(root, 'dist')) {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  mkdirSync(folder, { recursive: true });
  for (const part of ['client', 'server']) cpSync(join(dist, part), join(folder, 'dist', part), { recursive: true });
  for (const path of CONTENT) cpSync(join(root, path), join(folder, path), { recursive: true });
  for (const path of runtimeFolders()) copyPackage(join(root, path), join(folder, path));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(buildManifest(manifest), null, 2)}\n`);
  return measureFolder(folder);
}

const buildManifest = ({ name, version, description, type, engines, dependencies, scripts }) => {
  const node = /^exec node (.*) scripts/.exec(scripts.start)[1];
  return {
    ...{ name, version, private: true, description, type, engines },
    scripts: {
      start: `exec node ${node} --enable-source-maps dist/server/main.js`,
      backup: 'exec node dist/server/archive.js backup',
      restore: 'exec node dist/server/archive.js restore',
      drill: 'exec node dist/server/archive.js drill',
      'restore-to': 'exec node dist/server/archive.js restore-to',
    },
    dependencies: Object.fromEntries(RUNTIME_PACKAGES.map((one) => [one, dependencies[one]])),
  };
};

/** Copies a package without nested packages, which are listed separately. */
function copyPackage(from, to) {
  cpSync(from, to, { recursive: true, verbatimSymlinks: true, filter: (path) => path === from || !LEFT_OUT.test(path.slice(from.length)) });
  linkLibraries(join(to, 'native'));
}

/** Creates the links between PostgreSQL's libraries. Their package creates them at installation, but a release is read-only. */
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

const measureFolder = (folder) =>
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
  if (size > MAX_BYTES) throw new Error(`The release takes ${size} bytes, more than ${MAX_BYTES}.`);
  const megabytes = (bytes) => `${Math.round(bytes / 1e6)} MB`;
  console.log(`${file}: ${megabytes(statSync(file).size)}, ${megabytes(size)} installed (${basename(tree)}).`);
}

if (process.argv[1] === import.meta.filename) await main(process.argv.slice(2));
