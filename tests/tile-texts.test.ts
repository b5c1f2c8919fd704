import { expect, test } from 'vitest';
import { listNamespaces } from '#common/files/with-texts.ts';
import type { Texts } from '#common/texts/merge-texts.ts';
import { allReports } from '#contract/reports/index.ts';
import type { Column, ReportData, ReportView } from '#contract/reports/shape.ts';
import { readTexts } from '#scripts/texts.ts';
import { reportsServers } from '#server/reports/index.ts';
import type { ReportServer } from '#server/reports/kit/report.ts';

const texts = readTexts('us');
const servers: Partial<Record<string, Pick<ReportServer, 'viewOf'>>> = reportsServers;
const views = allReports.map((definition): [string, ReportView] => [definition.id, servers[definition.id]?.viewOf?.({}) ?? definition]);

const find = (key: string): Texts | string | undefined => {
  const [namespace = '', path = ''] = key.split(':', 2);
  return path
    .split('.')
    .reduce<Texts | string | undefined>((tree, name) => (typeof tree === 'object' ? tree[name] : undefined), texts[namespace]);
};

// A tile of a board and a shared report load only these namespaces. A text of another namespace appears as its key.
test.each(views)('a tile of %s loads the texts of its labels, headings and values', (_id, view) => {
  const { columns, tiles, series } = view;
  const shown: Partial<Column>[] = [
    ...columns,
    ...tiles,
    ...series,
    ...series.flatMap(({ x, side, y }) => [x, ...(side ? [side] : []), ...y]),
  ];
  const keys = shown.flatMap(({ label, verbatim, group, texts: words, empty }) => [verbatim ? undefined : label, group, words, empty]);
  const loaded = listNamespaces({ ...view, tiles } as unknown as ReportData);
  for (const key of keys.filter((one) => one !== undefined)) {
    expect(loaded, key).toContain(key.split(':', 1)[0]);
    expect(find(key), key).toBeDefined();
  }
});
