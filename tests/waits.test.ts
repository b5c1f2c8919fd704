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

/** Each with the reason why time itself is what the test is about. */
const ALLOWED: Record<string, string> = {
  'server/db/outside.test.ts': 'a limit of the product is the argument',
  'server/http.test.ts': 'the body of a slow network comes in pieces, each a while after the other',
  'src/core/api/api.test.ts': 'a request that gives up after ten milliseconds is the subject',
  'src/core/ui/keep-focus.test.ts': 'nothing happens, for as long as the focus would be looked for',
  'tests/waits.test.ts': 'names what it forbids',
};

test('tests are found, so that an empty scan is no pass', () => expect(tests.length).toBeGreaterThan(300));

test.each([
  ['sleeps for a fixed time', SLEEPS],
  ['sets a time-out of its own, or tries again', OWN_LIMITS],
])('no test %s', (_, pattern) => {
  const found = tests.filter((file) => !(file in ALLOWED) && pattern.test(readFileSync(join(root, file), 'utf8')));
  expect(found).toEqual([]);
});
