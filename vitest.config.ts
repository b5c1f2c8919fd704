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
const needsDocument = ({ name, text }: File) => name.endsWith('.tsx') || text.includes('@vitest-environment happy-dom');
/** Replaces modules, needs a document that no other file has used, or changes the process: the next file of a shared worker would find these changes. */
const needsOwnProcess = ({ name, text }: File) =>
  name === 'tests/attack.test.ts' || /\bvi\.(mock|doMock|resetModules)\(|@vitest-environment|node:child_process|process\.env/.test(text);

/** With `isolate` each file has a process of its own. Without, files share the packages that a worker has loaded, which is most of a small file's time. */
function defineTests(name: string, isolate: boolean, includes: (file: File) => boolean, test: object) {
  return {
    plugins: [react(), texts()],
    test: {
      ...test,
      name,
      isolate,
      include: files.filter(includes).map((file) => file.name),
      // Tests allocate much that is soon garbage: a larger nursery saves collections.
      execArgv: ['--max-semi-space-size=64'],
      // Ceilings for a hung test on a loaded machine. No test expects to come near them.
      testTimeout: 600_000,
      hookTimeout: 600_000,
      expect: { poll: { timeout: 120_000 } },
    },
  };
}

const document = { environment: 'happy-dom' };

export default defineConfig({
  test: {
    // Three on two cores: a test waits for the database about a third of its time.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    globalSetup: 'tests/support/global-setup.ts',
    // Projects and later runs reuse transformed modules. The key contains each file's content.
    experimental: { fsModuleCache: true },
    // The projects with the longest files come first, so that no worker is left alone with one at the end.
    projects: [
      defineTests('server alone', true, (file) => !needsDocument(file) && needsOwnProcess(file), {
        setupFiles: ['tests/support/random.ts'],
      }),
      defineTests('screens alone', true, (file) => needsDocument(file) && needsOwnProcess(file), {
        ...document,
        setupFiles: ['tests/support/random.ts', 'tests/support/screens.ts'],
      }),
      defineTests('server', false, (file) => !needsDocument(file) && !needsOwnProcess(file), {
        setupFiles: ['tests/support/fresh.ts', 'tests/support/random.ts'],
      }),
      defineTests('screens', false, (file) => needsDocument(file) && !needsOwnProcess(file), {
        ...document,
        setupFiles: ['tests/support/fresh.ts', 'tests/support/random.ts', 'tests/support/screens.ts'],
      }),
    ],
  },
});
