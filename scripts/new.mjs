// Creates the files of a new report or resource: `npm run new -- report <name> "<English name>"`, `npm run new -- resource <name> "<English name>"`.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { report } from './new/report.mjs';
import { resource } from './new/resource.mjs';
import { createTree } from './new/tree.mjs';

const KINDS = { report, resource };
const root = join(import.meta.dirname, '..');
const [kind, name, label] = process.argv.slice(2);
const create = KINDS[kind];
if (!create || !/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name ?? '') || !label) {
  console.error('Use: npm run new -- report|resource <name-in-kebab-case> "<English name>"');
  process.exit(1);
}

const languages = readdirSync(join(root, 'locales')).filter((entry) => !entry.includes('.'));
const tree = createTree(root, languages);
const { left, after = [] } = createOrExit();
tree.write();
for (const [command, ...args] of [...after, ['npx', 'biome', 'check', '--write', ...tree.paths()]]) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

const listed = (lines) => lines.map((line) => `  ${line}`).join('\n');
console.log(`\nWritten:\n${listed(tree.paths())}\n\nLeft to do:\n${listed(left.map((step) => `- ${step}`))}`);

function createOrExit() {
  try {
    return create(tree, name, label);
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
