import { expect } from 'vitest';
import { addDays } from '#contract/days.ts';
import { LANGUAGES } from '#contract/kinds.ts';
import { MEASURES } from '#contract/reports/explorer-words.ts';
import { allReports } from '#contract/reports/index.ts';
import type { ReportData } from '#contract/reports/shape.ts';
import { test as base } from '#tests/support/test.ts';
import { textOf } from '#tests/support/text-of.ts';

/** A figure about the whole report: a tile, or a column in its total. */
interface Figure {
  report: string;
  place: string;
  label: string;
  group: string | undefined;
  kind: string;
  /** The name of its formula, otherwise its own. */
  definition: string;
  value: unknown;
}

/** Accounting files need a form template. */
const ASKED = allReports.filter(({ filters }) => !filters.includes('blank'));

const figures: Figure[] = [];

const getLastWord = (key: string) => key.split(/[.:]/).at(-1) ?? key;

function listFigures({ report, columns, totals, tiles }: ReportData): Figure[] {
  const figure = (
    place: string,
    one: { label: string; kind: string; hint?: string | undefined; group?: string | undefined },
    value: unknown,
  ) => ({
    report,
    place: `${report}${place}`,
    label: one.label,
    group: one.group,
    kind: one.kind,
    definition: getLastWord(one.hint ?? one.label),
    value,
  });
  const summed = columns.filter(({ total, verbatim, compares, day }) => total && !verbatim && !compares && !day);
  return [
    ...summed.map((column) => figure(`.${column.key}`, column, totals[column.key] ?? null)),
    ...tiles.map((tile) => figure(`#${tile.key}`, tile, tile.value)),
  ];
}

const test = base.override({ template: 'tiny' });
test.beforeAll(async ({ api }) => {
  const owner = await api.signIn('owner@manger.test');
  const today = new Date().toISOString().slice(0, 10);
  const range = `planned_on_after=${addDays(today, -14)}&planned_on_before=${addDays(today, -1)}`;
  const [farm] = (await owner.get<{ id: number }[]>('manager/farms/dashboard/')).data;
  for (const { id, path, required } of ASKED) {
    const query = [
      range,
      ...(id === 'explorer' ? ['row=day', `measure=${MEASURES}`] : []),
      ...(required?.includes('farm') ? [`farm=${farm?.id}`] : []),
    ];
    const { status, data } = await owner.get<ReportData>(`report/${path ?? `${id}/make`}/?${query.join('&')}`);
    expect([id, status]).toEqual([id, 200]);
    figures.push(...listFigures(data));
  }
});

const filterKnown = (some: readonly Figure[]) => some.filter(({ value }) => value !== null);
const isOne = (some: readonly Figure[]) => new Set(filterKnown(some).map(({ value }) => value)).size < 2;
function alike(some: readonly Figure[], of: (figure: Figure) => string): Figure[][] {
  const by = new Map<string, Figure[]>();
  for (const figure of some) by.set(of(figure), [...(by.get(of(figure)) ?? []), figure]);
  return [...by.values()].filter((same) => same.length > 1);
}
const shown = (some: readonly Figure[]) => filterKnown(some).map(({ place, definition, value }) => `${place} (${definition}): ${value}`);

test.each(LANGUAGES)('equal labels in %s mean equal totals, or parts computed in the same way', (language) => {
  const joinLabels = ({ label, group, kind }: Figure) =>
    [group ? textOf(language, group) : '', textOf(language, label), kind].join(' · ').toLocaleLowerCase(language);
  const wrong = alike(figures, joinLabels).flatMap((same) => {
    const ofReports = alike(same, ({ report }) => report).filter((own) => !isOne(own));
    const isDefined = new Set(filterKnown(same).map(({ definition }) => definition)).size < 2;
    return [...ofReports, ...(isDefined || isOne(same) ? [] : [same])].map((some) => [joinLabels(some[0] as Figure), shown(some)]);
  });
  expect(wrong).toEqual([]);
});

test('the compared figures exist', () => {
  expect(new Set(figures.map(({ report }) => report)).size).toBe(ASKED.length);
  expect(filterKnown(figures).length).toBeGreaterThan(150);
});
