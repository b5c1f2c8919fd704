import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '#server/db/start-error.ts';

const folder = join(projectRoot, 'docs/decisions');
const index = join(projectRoot, 'docs/README.md');
/** The template stands at 000; it is no record. */
const names = readdirSync(folder)
  .filter((name) => !name.startsWith('000-'))
  .sort();
const numbers = names.map((name) => name.slice(0, 3));

const HEAD = /^# (\d{3}) (.+)\n\n- Date: (\d{4}-\d\d-\d\d)\n- Status: (.+)\n\n/;
const STATUS = /^(?:accepted(?:, amended by (\d{3}(?:, \d{3})*))?|superseded by (\d{3}))$/;

const records = names.map((name) => {
  const [, number = '', title = '', date = '', status = ''] = HEAD.exec(readFileSync(join(folder, name), 'utf8')) ?? [];
  const [, amendedBy = '', supersededBy = ''] = STATUS.exec(status) ?? [];
  return { name, number, title, date, status, laterOnes: `${amendedBy} ${supersededBy}`.match(/\d{3}/g) ?? [] };
});

describe('decision records', () => {
  test('are many, and each has a number of its own', () => {
    expect(names.length).toBeGreaterThan(40);
    expect(names.filter((name) => !/^\d{3}-[a-z0-9-]+\.md$/.test(name))).toEqual([]);
    expect(numbers.filter((number, place) => numbers.indexOf(number) !== place)).toEqual([]);
  });

  test('begin with their number and title, date and status', () => {
    const wrong = records.filter(({ name, number, status }) => number !== name.slice(0, 3) || !STATUS.test(status));
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  test('name later ones that are there where they were amended or superseded', () => {
    const wrong = records.flatMap(({ name, number, laterOnes }) =>
      laterOnes.filter((later) => !numbers.includes(later) || later <= number).map((later) => `${name}: ${later}`),
    );
    expect(wrong).toEqual([]);
  });

  test('the template has the same head', () => {
    const template = readFileSync(join(folder, '000-template.md'), 'utf8');
    expect(template).toMatch(/^# NNN .+\n\n- Date: YYYY-MM-DD\n- Status: accepted\n/);
    expect(template.match(/^## .+$/gm)).toEqual(['## Context', '## Decision', '## Consequences']);
  });

  // `npx vitest run tests/decisions.test.ts -u` writes the index anew.
  test('stand all in the index', async () => {
    const rows = records.map(({ name, number, title, date, status }) => {
      const note = status === 'accepted' ? '' : status.replace(/^accepted, /, '');
      return `| [${number}](decisions/${name}) | ${title} | ${date} | ${note} |`;
    });
    const table = ['| | Decision | Date | Later |', '|---|---|---|---|', ...rows].join('\n');
    const page = readFileSync(index, 'utf8');
    const parts = page.split(/(?<=<!-- decisions -->\n)[\s\S]*(?=<!-- end of decisions -->)/);
    expect(parts).toHaveLength(2);
    await expect(parts.join(`\n${table}\n\n`)).toMatchFileSnapshot(index);
  });
});

describe('pages', () => {
  const pages = readdirSync(projectRoot, { recursive: false, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .concat(readdirSync(join(projectRoot, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) => `docs/${name}`))
    .filter((name) => name.endsWith('.md'));

  test('link to what is there', () => {
    const broken = pages.flatMap((page) =>
      [...readFileSync(join(projectRoot, page), 'utf8').matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)]
        .map((match) => match[1] ?? '')
        .filter((target) => !existsSync(join(projectRoot, dirname(page), target)))
        .map((target) => `${page} → ${target}`),
    );
    expect(broken).toEqual([]);
  });

  test('of the words, the rules and the guides name code that is there', () => {
    const FILE = /`((?:contract|common|server|src|scripts|tests|fixtures|locales|deploy|docs)\/[\w./-]+)`/g;
    const named = pages
      .filter((page) => /^docs\/(domain|guides|glossary|style|README)/.test(page))
      .flatMap((page) => [...readFileSync(join(projectRoot, page), 'utf8').matchAll(FILE)].map((match) => match[1] ?? ''));
    expect(named.length).toBeGreaterThan(40);
    const missing = named.filter((path) => !existsSync(join(projectRoot, path)));
    expect([...new Set(missing)].sort()).toEqual([]);
  });
});
