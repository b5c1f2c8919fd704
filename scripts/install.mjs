// Installs what is missing. Runs before anything is installed, so it leans on Node alone.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..');
const OLDEST = [20, 19];

export function demandNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return;
  console.error(`Manger needs Node ${OLDEST.join('.')} or later; this is ${process.versions.node}.`);
  process.exit(1);
}

export function install() {
  const lock = readFileSync(join(root, 'package-lock.json'));
  const stampFile = join(root, 'node_modules/.manger-install');
  const stamp = `${process.platform}-${process.arch} ${createHash('sha256').update(lock).digest('hex')}\n`;
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  if (!sameAsInstalled(JSON.parse(lock.toString()))) {
    console.log('Installing packages …');
    const npm = process.env.npm_execpath?.endsWith('.js') ? [process.execPath, process.env.npm_execpath] : ['npm'];
    const args = [...npm.slice(1), 'ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
    const { status, error } = spawnSync(npm[0], args, { cwd: root, stdio: 'inherit' });
    if (status !== 0) {
      console.error(`The packages can't be installed${error ? `: ${error.message}` : ''}. Is the network there?`);
      process.exit(1);
    }
  }
  writeFileSync(stampFile, stamp);
}

/** Packages that somebody installed by hand are as good, when they are the ones of the lock file and for this machine. */
function sameAsInstalled(lock) {
  const hidden = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(hidden)) return false;
  const installed = JSON.parse(readFileSync(hidden, 'utf8')).packages;
  process.report.excludeNetwork = true;
  const libc = process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl';
  const isForHere = (entry) =>
    entry.os?.includes(process.platform) && entry.cpu?.includes(process.arch) && (entry.libc?.includes(libc) ?? true);
  return Object.entries(lock.packages).every(([path, entry]) => {
    if (path === '') return true;
    if (installed[path]) return installed[path].version === entry.version;
    return Boolean(entry.optional) && !isForHere(entry);
  });
}
