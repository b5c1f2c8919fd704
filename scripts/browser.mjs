import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** Path of a Chromium. Installs one first if none exists and the machine is Debian with root rights. */
export function provideBrowser() {
  return findBrowser() ?? (installDebian() ? findBrowser() : undefined);
}

/** Path of the machine's Chromium, undefined if none exists. */
export function findBrowser() {
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)];
  const candidates = [process.env.CHROMIUM_PATH, ...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))), MAC];
  return candidates.find((path) => path && isExecutable(path));
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function installDebian() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  spawnSync('apt-get', ['update', '-q'], options);
  return spawnSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'], options).status === 0;
}
