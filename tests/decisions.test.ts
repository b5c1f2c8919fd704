import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '#server/db/start-error.ts';

const folder = join(projectRoot, 'docs/decisions');
const index = join(projectRoot, 'docs/README.md');
/** The template has the number 000 and is not a decision. */
const names = readdirSync(folder)
  .filter((name) => !name.startsWith('000-'))
  .sort();
const numbers = names.map((name) => name.slice(0, 3));

const HEAD = /^# (\d{3}) (.+)\n\n- Date: (\d{4}-\d\d-\d\d)\n- Status: (.+)\n(?:- Replaces: (\d{3}(?:, \d{3})*)\n)?\n/;
/** The last section is optional. */
const SECTIONS = ['## Context', '## Decision', '## Consequences', '## Rejected'];
const REFERENCE = /\bdecisions?(?:\/| )\d{3}(?:(?:,| and) \d{3})*/gi;
const STATUS = /^(?:accepted(?:, amended by (\d{3}(?:, \d{3})*))?|superseded by (\d{3}))$/;

const records = names.map((name) => {
  const text = readFileSync(join(folder, name), 'utf8');
  const [, number = '', title = '', date = '', status = '', replaces = ''] = HEAD.exec(text) ?? [];
  const [, amendedBy = '', supersededBy = ''] = STATUS.exec(status) ?? [];
  return {
    name,
    text,
    number,
    title,
    date,
    status,
    laterOnes: findNumbers(`${amendedBy} ${supersededBy}`),
    replaced: findNumbers(replaces),
  };
});

function findNumbers(text: string) {
  return text.match(/\d{3}/g) ?? [];
}

describe('decision records', () => {
  test('each decision has a number of its own', () => {
    expect(names.length).toBeGreaterThan(40);
    expect(names.filter((name) => !/^\d{3}-[a-z0-9-]+\.md$/.test(name))).toEqual([]);
    expect(numbers.filter((number, place) => numbers.indexOf(number) !== place)).toEqual([]);
  });

  test('each decision begins with number, title, date and status', () => {
    const wrong = records.filter(({ name, number, status }) => number !== name.slice(0, 3) || !STATUS.test(status));
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  test('each decision has the sections of the template', () => {
    const wrong = records.filter(({ text }) => {
      const sections = text.match(/^## .+$/gm) ?? [];
      return SECTIONS.slice(0, sections.length).join() !== sections.join() || sections.length < 3;
    });
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  test('a status names only later decisions that exist', () => {
    const wrong = records.flatMap(({ name, number, laterOnes }) =>
      laterOnes.filter((later) => !numbers.includes(later) || later <= number).map((later) => `${name}: ${later}`),
    );
    expect(wrong).toEqual([]);
  });

  test('a replaced number belongs to one decision and has no page', () => {
    const replaced = records.flatMap((record) => record.replaced);
    expect(replaced.length).toBeGreaterThan(40);
    expect(replaced.filter((number, place) => numbers.includes(number) || replaced.indexOf(number) !== place)).toEqual([]);
  });

  test('code, tests and pages refer only to decisions that exist', () => {
    const wrong = listTexts().flatMap((path) =>
      [...readFileSync(join(projectRoot, path), 'utf8').matchAll(REFERENCE)]
        .flatMap(([reference]) => findNumbers(reference))
        .filter((number) => number !== '000' && !numbers.includes(number))
        .map((number) => `${path}: ${number}`),
    );
    expect(wrong).toEqual([]);
  });

  test('the template has the same head', () => {
    const template = readFileSync(join(folder, '000-template.md'), 'utf8');
    expect(template).toMatch(/^# NNN .+\n\n- Date: YYYY-MM-DD\n- Status: accepted\n/);
    expect(template.match(/^## .+$/gm)).toEqual(SECTIONS);
  });

  // `npx vitest run tests/decisions.test.ts --update=all` generates the index.
  test('the index lists all decisions', async () => {
    const rows = records.map(({ name, number, title, date, status, replaced }) => {
      const note = [status.replace(/^accepted(?:, )?/, ''), replaced.length > 0 && `replaces ${replaced.join(', ')}`]
        .filter(Boolean)
        .join('; ');
      return `| [${number}](decisions/${name}) | ${title} | ${date} | ${note} |`;
    });
    const table = ['| | Decision | Date | Other decisions |', '|---|---|---|---|', ...rows].join('\n');
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

  test('links of pages lead to existing files', () => {
    const broken = pages.flatMap((page) =>
      [...readFileSync(join(projectRoot, page), 'utf8').matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)]
        .map((match) => match[1] ?? '')
        .filter((target) => !existsSync(join(projectRoot, dirname(page), target)))
        .map((target) => `${page} → ${target}`),
    );
    expect(broken).toEqual([]);
  });

  test('pages name only code that exists', () => {
    const FILE = /`((?:contract|common|server|src|scripts|tests|fixtures|locales|deploy|docs)\/[\w./-]+)`/g;
    const named = pages
      .filter((page) => /^docs\/(decisions|domain|guides|glossary|style|README)/.test(page))
      .flatMap((page) => [...readFileSync(join(projectRoot, page), 'utf8').matchAll(FILE)].map((match) => match[1] ?? ''));
    expect(named.length).toBeGreaterThan(40);
    const missing = named.filter((path) => !existsSync(join(projectRoot, path)));
    expect([...new Set(missing)].sort()).toEqual([]);
  });
});

/** Source and text files of the repository. Released migrations are excluded because they never change. */
function listTexts() {
  const folders = ['bin', 'common', 'contract', 'deploy', 'docs', 'fixtures', 'scripts', 'server', 'src', 'tests'];
  const inFolders = folders.flatMap((name) =>
    readdirSync(join(projectRoot, name), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(relative(projectRoot, entry.parentPath), entry.name)),
  );
  return [...readdirSync(projectRoot), ...inFolders]
    .filter((path) => /\.(?:ts|tsx|mjs|css|sql|md|json|yaml|yml|service)$/.test(path))
    .filter((path) => !path.startsWith('server/db/migrations/') && !path.endsWith('package-lock.json') && path !== 'CHANGELOG.md');
}
