import { expect, test } from 'vitest';
import { createFormatter } from '#common/format/formatter.ts';
import type { ScheduleRow } from '#contract/operations/feedings.ts';
import { firstConventions } from '#contract/words.ts';
import { loadSheetInput, roundsOf } from './load-sheets.ts';
import type { Section } from './sections.ts';

const schedule = (id: number, mixer: number, values: object = {}) =>
  ({
    id,
    mixer,
    mixer_name: `Mixer ${mixer}`,
    mix_time: 120,
    ration_name: `Ration ${id}`,
    operator_name: null,
    fresh_weight: 2500,
    leftovers: false,
    planned_leftovers: 300,
    items: [{ ingredient_name: 'Hay', weight_plan: 2500, weight_fact: null }],
    groups: [{ group_name: 'Cows', heads: 100, weight_plan: 2500, weight_fact: 2490 }],
    ...values,
  }) as unknown as ScheduleRow;
const section = (id: number | null, schedules: ScheduleRow[], name: string | null = 'Morning'): Section => ({
  id,
  name,
  start: name && '06:00:00',
  end: name && '11:00:00',
  schedules,
});
const t = ((key: string) => key) as never;
const makeSheetInput = (sections: Section[], client: string | null = null) =>
  loadSheetInput({
    farm: { name: 'Farm' } as never,
    day: '2026-03-10',
    client,
    rounds: roundsOf(sections),
    t,
    format: createFormatter({ language: 'en', ...firstConventions('en'), timezone: 'UTC' }),
  });

test('a sheet for each period and mixer, in the order of both', () => {
  const sections = [section(1, [schedule(1, 7), schedule(2, 8), schedule(3, 7)]), section(null, [schedule(4, 7)], null)];
  expect(roundsOf(sections).map(({ key, schedules }) => [key, schedules.map(({ id }) => id)])).toEqual([
    ['1/7', [1, 3]],
    ['1/8', [2]],
    ['null/7', [4]],
  ]);
  const { sheets, foot } = makeSheetInput(sections);
  expect(foot).toContain('Farm');
  expect(sheets.map(({ lines }) => lines[2]?.value)).toEqual([
    'Morning, 06:00 – 11:00',
    'Morning, 06:00 – 11:00',
    'operations:planning.by_hand',
  ]);
});

test('mixing time follows the fresh weight, and leftovers count if they are on', () => {
  const [sheet] = makeSheetInput([section(1, [schedule(1, 7), schedule(2, 7, { leftovers: true })])]).sheets;
  expect(sheet!.feedings.map(({ mixSeconds, leftovers }) => [mixSeconds, leftovers])).toEqual([
    [300, 0],
    [300, 300],
  ]);
  expect(sheet!.feedings[0]!.groups).toEqual([{ name: 'Cows', heads: 100, plan: 2500, fact: 2490 }]);
});

test('a single operator is printed, otherwise a line to write on', () => {
  const findSheetOperator = (...names: (string | null)[]) =>
    makeSheetInput([
      section(
        1,
        names.map((operator_name, index) => schedule(index, 7, { operator_name })),
      ),
    ]).sheets[0]!.lines.at(-1)?.value;
  expect([findSheetOperator('Ann', null, 'Ann'), findSheetOperator('Ann', 'Ben'), findSheetOperator(null)]).toEqual(['Ann', '', '']);
});

test('a sheet begins with the client for people with several clients, and not for its own users', () => {
  const sections = [section(1, [schedule(1, 7)])];
  expect(makeSheetInput(sections, 'Green Valley').sheets[0]?.lines[0]).toEqual({ label: 'core:export.client', value: 'Green Valley' });
  expect(makeSheetInput(sections).sheets[0]?.lines.map(({ label }) => label)).not.toContain('core:export.client');
});
