// Runs all checks in order. It continues after a failure, so that one run reports all. The last line counts the tests.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { provideBrowser } from './browser.mjs';
import { build } from './build.mjs';
import { findAffected, listChanged, readGraph } from './changed.mjs';
import { demandNode, install, root } from './install.mjs';

demandNode();
install();
const withBrowser = !process.argv.includes('--no-e2e');
const results = mkdtempSync(join(tmpdir(), 'manger-results-'));
const vitestFile = join(results, 'vitest.json');
const playwrightFile = join(results, 'playwright.json');
const failed = [];
/** Max memory of the build in MB: `npm start` must fit on a machine with 1 GB. */
const BUILD_MEMORY = 900;
const LINES_OF_FAILURE = 30;
const NOTHING = { passed: 0, failed: 0, failures: [] };

const since = process.argv.map((word) => /^--changed(?:=(.+))?$/.exec(word)).find(Boolean);
if (since) await testChanged(since[1] ?? 'HEAD');
else await testAll();

const counts = [readVitest(), withBrowser ? readPlaywright() : NOTHING];
const total = (key) => counts.reduce((sum, count) => sum + count[key], 0);
rmSync(results, { recursive: true, force: true });
// Failures are repeated at the end, because some logs keep only their last lines.
for (const { name, message } of counts.flatMap(({ failures }) => failures)) {
  console.log(`\n✗ ${name}\n${stripVTControlCharacters(message).split('\n').slice(0, LINES_OF_FAILURE).join('\n')}`);
}
if (failed.length > 0) console.log(`\nFailed: ${failed.join(', ')}`);
console.log(`${total('passed')} passed, ${total('failed')} failed`);
process.exit(failed.length > 0 || total('failed') > 0 ? 1 : 0);

async function testAll() {
  // Each check keeps one processor busy, the first as long as the others together. Two type checkers would read many files twice.
  await Promise.all([
    check('types', 'typecheck', '--checkers', '1'),
    check('lint and format', 'lint')
      .then(() => check('unused code', 'lint:unused'))
      .then(() =>
        step('build', async () => {
          const peak = await build();
          if (peak > BUILD_MEMORY) console.error(`Building took ${peak} MB, more than ${BUILD_MEMORY}.`);
          return peak <= BUILD_MEMORY;
        }),
      ),
  ]);
  await step('size', async () => {
    const { writeSizeLimit } = await import('./size.mjs');
    writeSizeLimit();
    return run('size-limit');
  });
  // After the build, because tests start the built server.
  await step('unit, API, screens', () => runUnits([]));
  if (withBrowser) await step('end to end', () => runJourneys([]));
}

/** Checks types, lint, and the tests that the change can affect. The whole suite is left to `npm test` without the flag. */
async function testChanged(commit) {
  const changed = listChanged(root, commit);
  const { tests, journeys, leftOut } = findAffected(readGraph(root), changed);
  console.log(
    `${changed.length} changed files: ${tests.length} test files and ${journeys.length} journeys; ${leftOut} more that they may reach are left to npm test.`,
  );
  await Promise.all([check('types', 'typecheck', '--checkers', '1'), check('lint and format', 'lint')]);
  await step('unit, API, screens', () => runUnits(tests));
  if (withBrowser && journeys.length > 0) await step('end to end', () => runJourneys(journeys));
}

/** Runs a command of package.json concurrently and prints its output at its end. */
function check(name, script, ...more) {
  const [command, ...args] = [...readCommand(script), ...more];
  const start = performance.now();
  return new Promise((done) => {
    const child = spawn(join(root, 'node_modules/.bin', command), args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text));
    child.on('close', (status) => {
      console.log(`\n— ${name}\n${said}`);
      ended(name, status === 0, start);
      done();
    });
  });
}

async function step(name, work) {
  console.log(`\n— ${name}`);
  const start = performance.now();
  let ok = false;
  try {
    ok = await work();
  } catch (error) {
    console.error(error.message);
  }
  ended(name, ok, start);
}

function ended(name, ok, start) {
  if (!ok) failed.push(name);
  console.log(`${ok ? '✓' : '✗'} ${name}, ${((performance.now() - start) / 1000).toFixed(1)} s`);
}

/** A command of package.json, so that a step equals the command that a person runs. */
function readCommand(name) {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts[name].split(' ');
}

function runScript(name, ...more) {
  return run(...readCommand(name), ...more);
}

function run(command, ...args) {
  const { status } = spawnSync(join(root, 'node_modules/.bin', command), args, { cwd: root, stdio: 'inherit' });
  return status === 0;
}

/** Runs these unit test files, or all of them if none is named. */
function runUnits(files) {
  return runScript('test:unit', ...files, '--reporter=default', '--reporter=json', `--outputFile.json=${vitestFile}`);
}

/** Runs these journeys, or all of them if none is named. */
function runJourneys(files) {
  const browser = provideBrowser();
  if (!browser) {
    console.error(
      "There is no Chromium, and none can be installed: the end-to-end tests can't run. Install one, or name it in CHROMIUM_PATH.",
    );
    return false;
  }
  const { status } = spawnSync(join(root, 'node_modules/.bin/playwright'), ['test', ...files, '--reporter=list,json'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightFile },
  });
  return status === 0;
}

function readVitest() {
  if (!existsSync(vitestFile)) return NOTHING;
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(vitestFile, 'utf8'));
  const failures = testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const tests = assertionResults.filter(({ status }) => status === 'failed');
      // A file that fails to load, or whose hooks fail, has no failed test.
      return tests.length > 0
        ? tests.map((test) => ({ name: `${relative(root, name)} › ${test.fullName}`, message: test.failureMessages.join('\n') }))
        : [{ name: relative(root, name), message }];
    });
  return { passed: numPassedTests, failed: numFailedTests, failures };
}

function readPlaywright() {
  if (!existsSync(playwrightFile)) return NOTHING;
  const { stats, suites, errors } = JSON.parse(readFileSync(playwrightFile, 'utf8'));
  const listSpecs = (suite) => [...suite.specs, ...(suite.suites ?? []).flatMap(listSpecs)];
  const failures = suites
    .flatMap(listSpecs)
    .filter(({ ok }) => !ok)
    .map(({ file, line, title, tests }) => ({
      name: `${file}:${line} › ${title}`,
      message: tests.flatMap(({ results }) => results.flatMap((result) => result.errors.map((error) => error.message))).join('\n'),
    }));
  const { expected, unexpected, flaky } = stats;
  return {
    passed: expected,
    failed: unexpected + flaky,
    failures: [...failures, ...errors.map(({ message }) => ({ name: 'end to end', message }))],
  };
}
