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

/** Colours of a figure that is better, worse, under or over plan, or beyond its tolerance. */
const MEANINGS: Readonly<Record<string, string>> = {
  good: 'var(--under)',
  bad: 'var(--over)',
  under: 'var(--under)',
  over: 'var(--over)',
  beyond: 'var(--beyond)',
};

it('a judged figure has the colour of its meaning on every screen', () => {
  const rules = sheets.flatMap(({ file, text }) =>
    [...text.matchAll(/\[data-judged\^?="(\w+)"\][^{]*\{[^}]*?\n\s*color: ([^;]+);/g)].map(([, judged = '', colour = '']) => ({
      file,
      judged,
      colour,
    })),
  );
  expect(new Set(rules.map(({ judged }) => judged))).toEqual(new Set(['good', 'bad', 'under', 'over', 'beyond']));
  for (const { file, judged, colour } of rules) expect([file, judged, colour]).toEqual([file, judged, MEANINGS[judged]]);
});

it('a judged change on paper is blue if it is better and amber if it is worse, as on screen', () => {
  const [under, over] = ['under', 'over'].map((name) => {
    const colour = new RegExp(`'--${name}': '#([0-9a-f]{6})'`).exec(theme)?.[1];
    return colour?.match(/../g)?.map((part) => Number.parseInt(part, 16));
  });
  expect([CHANGE_COLOURS.good, CHANGE_COLOURS.bad]).toEqual([under, over]);
});
