import { describe, expect, it } from 'vitest';
import { PRESETS } from '#contract/reports/explorer-presets.ts';
import { rightsOf } from '#contract/reports/explorer-view.ts';
import { allReports } from '#contract/reports/index.ts';
import { NOTE_CODES, type ReportView } from '#contract/reports/shape.ts';
import { viewsOf } from '#tests/support/reports/views.ts';
import { textsAt } from '#tests/support/text-of.ts';

const hasText = (key: string) => typeof textsAt('uk', key) === 'string';

const keysOf = ({ columns, tiles, series }: ReportView): string[] => {
  const all = [...columns, ...series.flatMap(({ x, side, y }) => [x, ...(side ? [side] : []), ...y])];
  return [
    ...all.flatMap(({ label, group, hint }) => [label, group, hint]),
    ...tiles.flatMap(({ label, hint }) => [label, hint]),
    ...series.map(({ label }) => label),
  ].filter((key) => key !== undefined);
};

/** Cells in words: what an empty one says, and where the words of the others stand. */
const wordsOf = ({ columns, series }: ReportView) =>
  [...columns, ...series.flatMap(({ x, side }) => (side ? [x, side] : [x]))].flatMap(({ texts, empty }) => [texts, empty]);

describe.each(allReports.map((report) => [report.id, report] as const))('%s', (_, report) => {
  const views = viewsOf(report);

  it('shows something', () => {
    expect(views.filter(({ columns }) => columns.length === 0)).toEqual([]);
  });

  it('has a text for every column, heading, formula, tile and chart', () => {
    const keys = [report.label, ...views.flatMap(keysOf)];
    expect([...new Set(keys)].filter((key) => !hasText(key))).toEqual([]);
  });

  it('has words for every cell that is a code or empty', () => {
    const missing = views.flatMap(wordsOf).filter((key) => key !== undefined && textsAt('uk', key) === undefined);
    expect(missing).toEqual([]);
  });

  it('names each column and tile once', () => {
    for (const { columns, tiles } of views) {
      for (const keys of [columns.map(({ key }) => key), tiles.map(({ key }) => key)]) expect(new Set(keys).size).toBe(keys.length);
    }
  });
});

it('what opens in the explorer are reports, each once, by columns that they have, without a further right', () => {
  expect(new Set(PRESETS.map(({ report }) => report)).size).toBe(PRESETS.length);
  for (const { report, measure } of PRESETS) {
    const columns = allReports.find(({ id }) => id === report)?.columns.map(({ key }) => key);
    expect(columns, report).toEqual(expect.arrayContaining(Object.keys(measure)));
    expect(rightsOf(Object.values(measure))).toEqual([]);
  }
});

it('no two reports share a name, and every note has its text', () => {
  const names = allReports.flatMap(({ id, path, route }) => [...new Set([id, path ?? id, route])]);
  expect(new Set(names).size).toBe(names.length);
  expect(NOTE_CODES.every((code) => hasText(`reports:note.${code}`) || hasText(`reports:note.${code}_other`))).toBe(true);
});
