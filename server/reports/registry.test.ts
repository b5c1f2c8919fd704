import { describe, expect, it } from 'vitest';
import { reportPath } from '#contract/report-path.ts';
import { PRESETS } from '#contract/reports/explorer-presets.ts';
import { rightsOf } from '#contract/reports/explorer-view.ts';
import { allReports } from '#contract/reports/index.ts';
import { NOTE_CODES, type ReportView } from '#contract/reports/shape.ts';
import { findUnknownKeys } from '#server/platform/http/unknown-keys.ts';
import { reportsEndpoints } from '#server/reports/index.ts';
import { viewsOf } from '#tests/support/reports/views.ts';
import { textsAt } from '#tests/support/text-of.ts';

const hasText = (key: string) => typeof textsAt('uk', key) === 'string';

const listReportKeys = ({ columns, tiles, series }: ReportView): string[] => {
  const all = [...columns, ...series.flatMap(({ x, side, y }) => [x, ...(side ? [side] : []), ...y])];
  return [
    ...all.flatMap(({ label, group, hint }) => [label, group, hint]),
    ...tiles.flatMap(({ label, hint }) => [label, hint]),
    ...series.map(({ label }) => label),
  ].filter((key) => key !== undefined);
};

/** Cells shown as words: the word for an empty cell, and the place of the words of the others. */
const listWordColumns = ({ columns, series }: ReportView) =>
  [...columns, ...series.flatMap(({ x, side }) => (side ? [x, side] : [x]))].flatMap(({ texts, empty }) => [texts, empty]);

describe.each(allReports.map((report) => [report.id, report] as const))('%s', (_, report) => {
  const views = viewsOf(report);

  it('takes each of its filters and the language of the screen', () => {
    const path = reportPath(report);
    const common = `/${path}`.replace(/^\/report\/[^/]+\/make$/, '/report/{name}/make');
    const asked = reportsEndpoints.find((endpoint) => endpoint.method === 'get' && [`/${path}`, common].includes(endpoint.path));
    const sent = Object.fromEntries([...report.filters, 'language'].map((name) => [name, '1']));
    expect(findUnknownKeys(asked!.query!, undefined, sent)).toEqual({});
  });

  it('shows something', () => {
    expect(views.filter(({ columns }) => columns.length === 0)).toEqual([]);
  });

  it('every column, heading, formula, tile and chart has a text', () => {
    const keys = [report.label, ...views.flatMap(listReportKeys)];
    expect([...new Set(keys)].filter((key) => !hasText(key))).toEqual([]);
  });

  it('every cell that is a code or empty has words', () => {
    const missing = views.flatMap(listWordColumns).filter((key) => key !== undefined && textsAt('uk', key) === undefined);
    expect(missing).toEqual([]);
  });

  it('names each column and tile once', () => {
    for (const { columns, tiles } of views) {
      for (const keys of [columns.map(({ key }) => key), tiles.map(({ key }) => key)]) expect(new Set(keys).size).toBe(keys.length);
    }
  });
});

it('the explorer opens reports, each once, by columns that they have, without a further right', () => {
  expect(new Set(PRESETS.map(({ report }) => report)).size).toBe(PRESETS.length);
  for (const { report, measure } of PRESETS) {
    const columns = allReports.find(({ id }) => id === report)?.columns.map(({ key }) => key);
    expect(columns, report).toEqual(expect.arrayContaining(Object.keys(measure)));
    expect(rightsOf(Object.values(measure))).toEqual([]);
  }
});

it('all reports have different names, and every note has its text', () => {
  const names = allReports.flatMap(({ id, path, route }) => [...new Set([id, path ?? id, route])]);
  expect(new Set(names).size).toBe(names.length);
  expect(NOTE_CODES.every((code) => hasText(`reports:note.${code}`) || hasText(`reports:note.${code}_other`))).toBe(true);
});
