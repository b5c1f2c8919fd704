import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { CHANGE_COLOURS } from '#common/files/pdf/chart-pdf.ts';

const root = resolve(import.meta.dirname, '..', 'src');
const sheets = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.css'))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

/** The light scheme comes first. */
const theme = readFileSync(join(root, 'core/ui/theme.ts'), 'utf8');

/** Colours of a figure that is better, worse, under or over plan. */
const MEANINGS: Readonly<Record<string, string>> = {
  good: 'var(--under)',
  bad: 'var(--over)',
  under: 'var(--under)',
  over: 'var(--over)',
};

it('a judged figure has the colour of its meaning on every screen', () => {
  const rules = sheets.flatMap(({ file, text }) =>
    [...text.matchAll(/\[data-judged="(\w+)"\][^{]*\{[^}]*?\n\s*color: ([^;]+);/g)].map(([, judged = '', colour = '']) => ({
      file,
      judged,
      colour,
    })),
  );
  expect(new Set(rules.map(({ judged }) => judged))).toEqual(new Set(Object.keys(MEANINGS)));
  for (const { file, judged, colour } of rules) expect([file, judged, colour]).toEqual([file, judged, MEANINGS[judged]]);
});

it('a judged change on paper is blue if it is better and amber if it is worse, as on screen', () => {
  const [under, over] = ['under', 'over'].map((name) => {
    const colour = new RegExp(`'--${name}': '#([0-9a-f]{6})'`).exec(theme)?.[1];
    return colour?.match(/../g)?.map((part) => Number.parseInt(part, 16));
  });
  expect([CHANGE_COLOURS.good, CHANGE_COLOURS.bad]).toEqual([under, over]);
});

/** The only red parts of screens, each at most five rows. Rows of lists are amber, and a report's five worst rows are chosen by `findWorst`. */
const RED = [
  'admin/outgoing-mail/outgoing-mail.module.css',
  'app/auth/auth-page.module.css',
  'app/auth/field.module.css',
  'core/grid/data-grid.module.css',
  'core/report/view/alerts-line.module.css',
  'core/resource/import/import.module.css',
  'core/ui/outcome.module.css',
  'core/ui/toasts.module.css',
  'domain/plan/plan-bar.module.css',
  'operations/needs/needs.module.css',
  'operations/periods/periods.module.css',
  'operations/recording/recording.module.css',
  'operations/recording/scale.module.css',
];

it('red is reserved for errors of a form, one notice, and the five worst rows of a report', () => {
  const red = sheets.filter(({ text }) => /var\(--beyond\)|mantine-color-(red|error)/.test(text)).map(({ file }) => file);
  expect(red.sort()).toEqual(RED);
});

it('rows, cells and cards of lists have no red text or badge', () => {
  const parts = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(columns|-table|-cell|-card|-list|-row|addresses)\.tsx$/.test(file),
  );
  const red = parts.filter((file) => /<(Text|Badge)\b[^>]*\bc(olor)?=("red"|\{[^}]*'red')/.test(readFileSync(join(root, file), 'utf8')));
  expect([parts.length > 50, red]).toEqual([true, []]);
});
