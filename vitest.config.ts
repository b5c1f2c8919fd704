import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
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
/** Replaces modules, needs a document that no other file has used, changes the process, or says in a comment why other files disturb it. */
const needsOwnProcess = ({ name, text }: File) =>
  name === 'tests/attack.test.ts' ||
  /\bvi\.(mock|doMock|resetModules)\(|@vitest-environment|node:child_process|process\.env|\/\/ Own process: /.test(text);

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

const projects = [
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
];

const names = projects.map(({ test }) => test.name);
/** A few lines that take minutes. Without durations of an earlier run, Vitest starts large files first and these last. */
const isLongest = ({ moduleId }: TestSpecification) => /\/tests\/books-\w+\.test\.ts$/.test(moduleId);

/** Runs projects as listed. A project's files stay together: a shared worker ends if the next file is of another project. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const projectPlace = ({ project }: TestSpecification) => names.indexOf(project.name);
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => projectPlace(a) - projectPlace(b) || Number(isLongest(b)) - Number(isLongest(a)));
  }
}

export default defineConfig({
  test: {
    // Three on two cores: a test waits for the database about a third of its time.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    globalSetup: 'tests/support/global-setup.ts',
    // Projects and later runs reuse transformed modules. The key contains each file's content.
    experimental: { fsModuleCache: true },
    // Small screen files come last, so that no worker is left alone with a long file at the end.
    projects,
    sequence: { sequencer: LongestFirst },
  },
});
