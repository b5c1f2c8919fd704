import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '#server/db/start-error.ts';
import { PATTERNS } from './english/patterns.ts';
import { applies, collectTexts, type Text } from './english/texts.ts';

type Counts = Record<string, Record<string, number>>;
type Finding = Omit<Text, 'kind' | 'text'> & { rule: string; words: string; instead: string };

const list = join(projectRoot, 'tests/english/allowed.json');
const allowed = JSON.parse(readFileSync(list, 'utf8')) as Counts;
const patterns = Object.entries(PATTERNS).flatMap(([rule, each]) => each.map((pattern) => ({ rule, ...pattern })));

function findForbidden(): Finding[] {
  return collectTexts(projectRoot).flatMap(({ kind, text, ...place }) =>
    patterns
      .filter(({ where }) => applies(where, kind))
      .flatMap(({ rule, regex, instead }) => (text.match(regex) ?? []).map((words) => ({ ...place, rule, instead, words }))),
  );
}

describe('plain English', () => {
  test.each(patterns)('the pattern for $regex finds "$example"', ({ regex, example, where }) => {
    expect(example.match(regex)).not.toBeNull();
    expect(applies(where, where ?? 'comment')).toBe(true);
  });

  /**
   * The list may only fall, so that old wording disappears folder by folder. A lower count fails too, until the list has it:
   * `npx vitest run tests/english.test.ts --update=all` writes lower numbers and never higher ones.
   */
  test('each folder has at most its allowed number of forbidden wordings, and the list is up to date', async () => {
    const findings = findForbidden();
    const counts: Counts = {};
    for (const { folder, rule } of findings) {
      counts[folder] ??= {};
      counts[folder][rule] = (counts[folder][rule] ?? 0) + 1;
    }
    const isAllowed = (folder: string, rule: string) => (counts[folder]?.[rule] ?? 0) <= (allowed[folder]?.[rule] ?? 0);
    const tooMany = findings.filter(({ folder, rule }) => !isAllowed(folder, rule));
    const faults = tooMany.map(({ file, line, rule, words, instead }) => `${file}:${line} (${rule}): "${words.trim()}" → ${instead}`);
    expect(faults).toEqual([]);
    await expect(format(counts)).toMatchFileSnapshot(list);
  });
});

/** The list as JSON, a folder each line, so that branches seldom change the same line. */
function format(counts: Counts) {
  const lines = Object.entries(counts)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([folder, rules]) => {
      const numbers = Object.keys(PATTERNS).flatMap((rule) => (rules[rule] ? [`${JSON.stringify(rule)}: ${rules[rule]}`] : []));
      return `  ${JSON.stringify(folder)}: { ${numbers.join(', ')} }`;
    });
  return `{\n${lines.join(',\n')}\n}\n`;
}
