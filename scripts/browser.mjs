import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** The same, after installing one where there is none and it may be: as root on Debian. */
export function provideBrowser() {
  return findBrowser() ?? (installDebian() ? findBrowser() : undefined);
}

/** The Chromium of this machine, undefined where there is none. */
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
