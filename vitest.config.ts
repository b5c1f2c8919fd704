import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { texts } from './scripts/texts.ts';

const root = import.meta.dirname;
const FOLDERS = ['bin', 'server', 'contract', 'common', 'fixtures', 'src', 'tests'];

const files = FOLDERS.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.test\.tsx?$/.test(name))
    .map((name) => join(folder, name).replaceAll('\\', '/')),
).map((name) => ({ name, text: readFileSync(join(root, name), 'utf8') }));

type File = (typeof files)[number];
const isScreen = ({ name }: File) => name.endsWith('.tsx');
/**
 * Puts modules in the place of others or loads them anew, needs a document of its own, or is about processes and their environment: a worker that others
 * share would not be the same again.
 */
const standsAlone = ({ name, text }: File) =>
  name === 'tests/attack.test.ts' || /\bvi\.(mock|doMock|resetModules)\(|@vitest-environment|node:child_process|process\.env/.test(text);

/** Files that each have a process, or share the packages that a worker has loaded: loading them is most of what a small file takes. */
function project(name: string, isolate: boolean, which: (file: File) => boolean, test: object) {
  return {
    plugins: [react(), texts()],
    test: {
      ...test,
      name,
      isolate,
      include: files.filter(which).map((file) => file.name),
      // Much of what a test makes is soon gone: a small nursery would be swept all the time.
      execArgv: ['--max-semi-space-size=64'],
      // What waits for a database or a built bundle is slower on a busy machine than the default allows.
      testTimeout: 90_000,
      hookTimeout: 120_000,
      // Waiting for what comes by itself: the default of a second is short on a busy machine.
      expect: { poll: { timeout: 15_000 } },
    },
  };
}

export default defineConfig({
  test: {
    // Three on two cores: much of a test’s time goes to waiting for the database.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    globalSetup: 'tests/support/global-setup.ts',
    projects: [
      // In this order the longest come early, whatever their size, and small ones at the end, which no worker waits for.
      project('server alone', true, (file) => !isScreen(file) && standsAlone(file), {}),
      project('screens alone', true, (file) => isScreen(file) && standsAlone(file), {
        environment: 'jsdom',
        setupFiles: ['tests/support/screens.ts'],
      }),
      project('server', false, (file) => !isScreen(file) && !standsAlone(file), { setupFiles: ['tests/support/fresh.ts'] }),
      project('screens', false, (file) => isScreen(file) && !standsAlone(file), {
        environment: 'jsdom',
        setupFiles: ['tests/support/fresh.ts', 'tests/support/screens.ts'],
      }),
    ],
  },
});
