import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { findFaults } from '#scripts/commit-message.mjs';
import { projectRoot } from '#server/db/start-error.ts';

/** Earlier commits were written before the hook existed. */
const SINCE = '2026-11-29T02:00:00Z';
/** A wrong subject can't be changed once others build on it. It leaves the check after this many further commits. */
const CHECKED = 20;

describe('commit messages', () => {
  test.each([
    'stock: post late entries at the average of their day',
    'server/db, tests: retry deadlocks\n\nTwo sign-ins waited for each other.',
    'docs: embed the figures of a run\n# a comment of git\n',
    "Merge branch 'main' into stock",
    'Revert "stock: post late entries"',
    'fixup! stock: post late entries',
  ])('accepts %j', (message) => {
    expect(findFaults(message)).toEqual([]);
  });

  test.each([
    ['Stock: post late entries', 'area'],
    ['post late entries at their average', 'area'],
    ['115: a plan was measured', 'area'],
    ['stock: posted late entries', 'imperative'],
    ['stock: posts late entries', 'imperative'],
    ['stock: posting late entries', 'imperative'],
    ['stock: what is entered late', 'imperative'],
    ['stock: Post late entries', 'imperative'],
    ['stock: post late entries.', 'full stop'],
    [`stock: post ${'x'.repeat(61)}`, '73 characters'],
    ['stock: post late entries\nwithout a gap', 'second line'],
    ['', 'area'],
  ])('refuses %j and names the fault', (message, fault) => {
    expect(findFaults(message).join(' ')).toContain(fault);
  });

  test.runIf(existsSync(join(projectRoot, '.git')))('the latest commits follow the rules', () => {
    const args = ['log', '--no-merges', `--since=${SINCE}`, `-${CHECKED}`, '--format=%B%x00'];
    const messages = execFileSync('git', args, { cwd: projectRoot, encoding: 'utf8' }).split('\0');
    const wrong = messages.map((message) => message.trim()).filter((message) => message && findFaults(message).length > 0);
    expect(wrong).toEqual([]);
  });
});

describe('the hook', () => {
  const folder = mkdtempSync(join(tmpdir(), 'commit-message-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  test('accepts a message by the rules, and refuses another one with the reason', () => {
    const run = (message: string) => {
      const file = join(folder, 'message');
      writeFileSync(file, message);
      return execFileSync(join(projectRoot, '.githooks/commit-msg'), [file], { cwd: projectRoot, encoding: 'utf8', stdio: 'pipe' });
    };
    expect(run('stock: post late entries')).toBe('');
    expect(() => run('stock: posted late entries')).toThrow(/must begin with an imperative/);
  });
});
