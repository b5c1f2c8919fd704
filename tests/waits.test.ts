import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const tests = ['bin', 'common', 'contract', 'fixtures', 'server', 'src', 'tests'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(test\.tsx?|spec\.ts)$/.test(name))
    .map((name) => join(folder, name).replaceAll('\\', '/')),
);

const SLEEPS = /await (?:new Promise[^;]*setTimeout\([^;]*, ?[1-9]\d*\)|sleep\(\d|page\.waitForTimeout\()/;
const OWN_LIMITS = /\{ timeout: [\d_]+ \}|asyncUtilTimeout|\b(?:action|navigation)Timeout:|^\s*\}, [\d_]+_000\);$|retry:|retries:/m;

/** Vitest's own `waitFor` and `waitUntil` give up after a second. `expect.poll` and testing-library's `waitFor` have this suite's ceiling. */
const SHORT_WAITS = /\bvi\.wait(?:For|Until)\(/;
/** A duration depends on the machine's load. `npm run bench` measures speed; a test counts the work instead: calls, statements, rows, bytes. */
const DURATIONS =
  /(?:performance|Date)\.now\(\) ?- ?[a-z]\w*(?!\w| ?\*)|\b(?:cpuUsage|resourceUsage|hrtime|eventLoopUtilization|monitorEventLoopDelay)\b|\bconsole\.time/;

/** Exceptions, each with the reason why the test is about time itself. */
const ALLOWED: Record<string, string> = {
  'server/db/outside.test.ts': 'a limit of the product is the argument',
  'server/http.test.ts': 'the body of a slow network comes in pieces, each a while after the other, and is cut no sooner than its time',
  'src/core/api/api.test.ts': 'a request that gives up after ten milliseconds is the subject',
  'src/core/ui/keep-focus.test.ts': 'nothing happens, for as long as the focus would be looked for',
  'tests/waits.test.ts': 'names what it forbids',
};

test('finds tests, so that an empty scan doesn’t pass', () => expect(tests.length).toBeGreaterThan(300));

test.each([
  ['sleeps for a fixed time', SLEEPS],
  ['sets a time-out of its own, or tries again', OWN_LIMITS],
  ['waits with a limit of one second', SHORT_WAITS],
  ['measures a duration', DURATIONS],
])('a test never %s', (_, pattern) => {
  const found = tests.filter((file) => !(file in ALLOWED) && pattern.test(readFileSync(join(root, file), 'utf8')));
  expect(found).toEqual([]);
});
