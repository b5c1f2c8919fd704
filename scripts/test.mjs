// Everything there is to check, in order; goes on after a failure, so that one run tells all. The last line counts the tests.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { provideBrowser } from './browser.mjs';
import { build } from './build.mjs';
import { demandNode, install, root } from './install.mjs';

demandNode();
install();
const withBrowser = !process.argv.includes('--no-e2e');
const results = mkdtempSync(join(tmpdir(), 'manger-results-'));
const vitestFile = join(results, 'vitest.json');
const playwrightFile = join(results, 'playwright.json');
const failed = [];
/** What the build may take at most, in MB: `npm start` reaches ready on a machine of a gigabyte. */
const BUILD_MEMORY = 900;

// Each keeps one processor busy, the first as long as the other two.
await Promise.all([check('types', 'typecheck'), check('lint and format', 'lint').then(() => check('unused code', 'lint:unused'))]);
await step('unit, API, screens', () => runScript('test:unit', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestFile}`));
await step('build', async () => {
  const peak = await build();
  if (peak > BUILD_MEMORY) console.error(`Building took ${peak} MB, more than ${BUILD_MEMORY}.`);
  return peak <= BUILD_MEMORY;
});
await step('size', async () => {
  const { writeSizeLimit } = await import('./size.mjs');
  writeSizeLimit();
  return run('size-limit');
});
if (withBrowser) await step('end to end', endToEnd);

const counts = [readVitest(), withBrowser ? readPlaywright() : { passed: 0, failed: 0 }];
const total = (key) => counts.reduce((sum, count) => sum + count[key], 0);
rmSync(results, { recursive: true, force: true });
if (failed.length > 0) console.log(`\nFailed: ${failed.join(', ')}`);
console.log(`${total('passed')} passed, ${total('failed')} failed`);
process.exit(failed.length > 0 || total('failed') > 0 ? 1 : 0);

/** A command of package.json beside others: what it says is told at its end. */
function check(name, script) {
  const [command, ...args] = commandOf(script);
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

/** A command of package.json, so that a step is what somebody runs by its name. */
function commandOf(name) {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts[name].split(' ');
}

function runScript(name, ...more) {
  return run(...commandOf(name), ...more);
}

function run(command, ...args) {
  const { status } = spawnSync(join(root, 'node_modules/.bin', command), args, { cwd: root, stdio: 'inherit' });
  return status === 0;
}

function endToEnd() {
  const browser = provideBrowser();
  if (!browser) {
    console.error(
      "There is no Chromium, and none can be installed: the end-to-end tests can't run. Install one, or name it in CHROMIUM_PATH.",
    );
    return false;
  }
  const { status } = spawnSync(join(root, 'node_modules/.bin/playwright'), ['test', '--reporter=list,json'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightFile },
  });
  return status === 0;
}

function readVitest() {
  if (!existsSync(vitestFile)) return { passed: 0, failed: 0 };
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(vitestFile, 'utf8'));
  return { passed: numPassedTests, failed: numFailedTests };
}

function readPlaywright() {
  if (!existsSync(playwrightFile)) return { passed: 0, failed: 0 };
  const { expected, unexpected, flaky } = JSON.parse(readFileSync(playwrightFile, 'utf8')).stats;
  return { passed: expected, failed: unexpected + flaky };
}
