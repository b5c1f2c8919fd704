// Installs missing packages. Runs before any package exists, so it imports only Node's modules.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..');
const modules = join(root, 'node_modules');
const replaced = join(root, 'node_modules.replaced');
const OLDEST = [20, 19];
/** Max number of packages that a warning names. */
const NAMED = 5;

export function demandNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return;
  console.error(`Manger needs Node ${OLDEST.join('.')} or later; this is ${process.versions.node}.`);
  process.exit(1);
}

/** Keeps a working installation until a complete new one can replace it. Without a network, Manger uses the existing one. */
export function install() {
  finishSwap();
  const lockText = readFileSync(join(root, 'package-lock.json'));
  const stampFile = join(modules, '.manger-install');
  const stamp = `${process.platform}-${process.arch} ${createHash('sha256').update(lockText).digest('hex')}\n`;
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;

  const lock = JSON.parse(lockText.toString()).packages;
  const installed = readInstalled();
  const wrong = installed ? differences(lock, installed) : [];
  if (!installed || wrong.length > 0) {
    console.log('Installing packages …');
    const failure = installed ? installAside() : npmCi(root);
    if (failure) return goOnWith(installed && wrong, failure);
  }
  writeFileSync(stampFile, stamp);
}

/** npm's record of its last finished installation; undefined without one. */
function readInstalled() {
  const hidden = join(modules, '.package-lock.json');
  return existsSync(hidden) ? JSON.parse(readFileSync(hidden, 'utf8')).packages : undefined;
}

/** Packages that differ from the lock file. Packages installed by hand count as correct if they match the lock file and this machine. */
function differences(lock, installed) {
  process.report.excludeNetwork = true;
  const libc = process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl';
  const isForHere = (entry) =>
    entry.os?.includes(process.platform) && entry.cpu?.includes(process.arch) && (entry.libc?.includes(libc) ?? true);
  return Object.entries(lock).flatMap(([path, entry]) => {
    const there = installed[path];
    if (path === '' || there?.version === entry.version || (!there && entry.optional && !isForHere(entry))) return [];
    return {
      name: path.replace(/^.*node_modules\//, ''),
      wanted: entry.version,
      there: there?.version,
      forDevelopment: Boolean(entry.dev),
    };
  });
}

/** Returns the reason of a failure. */
function npmCi(folder) {
  const npm = process.env.npm_execpath?.endsWith('.js') ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const options = ['--include=dev', '--include=optional', '--prefer-offline', '--fetch-retries=1', '--fetch-retry-mintimeout=1000'];
  const args = [...npm.slice(1), 'ci', `--prefix=${folder}`, ...options, '--no-audit', '--no-fund', '--loglevel=error'];
  const { status, error } = spawnSync(npm[0], args, { cwd: folder, stdio: 'inherit' });
  return status === 0 ? undefined : (error?.message ?? 'is the network there?');
}

function installAside() {
  const aside = join(root, `.installing-${process.pid}`);
  mkdirSync(aside);
  try {
    for (const name of ['package.json', 'package-lock.json', '.npmrc']) {
      if (existsSync(join(root, name))) copyFileSync(join(root, name), join(aside, name));
    }
    const failure = npmCi(aside);
    if (failure) return failure;
    renameSync(modules, replaced);
    renameSync(join(aside, 'node_modules'), modules);
    finishSwap();
    return undefined;
  } catch (error) {
    finishSwap();
    return error.message;
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

/** Deletes the replaced installation if its successor is in place. Restores it if the swap was interrupted. */
function finishSwap() {
  if (!existsSync(replaced)) return;
  if (existsSync(modules)) rmSync(replaced, { recursive: true, force: true });
  else renameSync(replaced, modules);
}

/** Continues with older packages, which usually work. Exits if a package that the server needs is missing. */
function goOnWith(wrong, failure) {
  console.error(`The packages can't be installed: ${failure}`);
  const missing = wrong?.filter(({ there, forDevelopment }) => !there && !forDevelopment);
  if (!wrong || missing.length > 0) {
    if (missing) console.error(`Without ${missing.map(({ name }) => name).join(', ')} Manger doesn't run.`);
    process.exit(1);
  }
  const words = wrong.map(({ name, wanted, there }) => `${name} ${wanted}${there ? ` (${there} is installed)` : ''}`);
  const more = words.length > NAMED ? ` and ${words.length - NAMED} more` : '';
  console.error(`Going on with what is installed; the next start tries again. Still to come: ${words.slice(0, NAMED).join(', ')}${more}.`);
}
