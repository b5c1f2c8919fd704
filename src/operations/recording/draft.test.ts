import { expect, test } from 'vitest';
import { begin, choose, type Draft, mark } from './draft.ts';
import { press } from './number-pad.tsx';
import { reportOf } from './reports.ts';
import { fits, restFor, total } from './room.ts';

const at = (second: number) => new Date(Date.UTC(2026, 4, 5, 4, 0, second)).toISOString();
const lines = [
  { id: 1, name: 'Silage', plan: 500, tolerance: 0 },
  { id: 2, name: 'Hay', plan: 200, tolerance: 0 },
  { id: 3, name: 'Meal', plan: 50, tolerance: 0 },
];
const empty: Draft = {
  stage: 'load',
  operator: null,
  started_at: null,
  current: 1,
  line_started_at: null,
  typed: '',
  marks: {},
  mixing_since: null,
  loaded: null,
  ended: false,
};

test('each line gets its own time, and the next open line follows', () => {
  const first = mark(begin(empty, at(0)), lines, 510, at(40));
  expect(first).toMatchObject({ current: 2, typed: '', marks: { 1: { weight: 510, started_at: at(0), seconds: 40 } } });
  const second = mark(first, lines, 199.5, at(70));
  expect(second.marks[2]).toEqual({ weight: 199.5, started_at: at(40), seconds: 30 });
  expect(total(second)).toBe(709.5);
});

test('a corrected line keeps its time, and the former line is current again', () => {
  const second = mark(begin(empty, at(0)), lines, 510, at(40));
  const mended = mark(choose(second, 1, '510', at(50)), lines, 505, at(55));
  expect(mended).toMatchObject({ current: 2, marks: { 1: { weight: 505, started_at: at(0), seconds: 40 } } });
});

test('mixing starts after the last ingredient; the final report contains every line', () => {
  const done = [510, 199.5, 50].reduce((draft, weight, index) => mark(draft, lines, weight, at((index + 1) * 10)), begin(empty, at(0)));
  expect(done).toMatchObject({ current: null, mixing_since: at(30) });
  const report = reportOf(done, [1, 2, 3], 7, at(50));
  expect(report).toMatchObject({ status: 'loaded', operator: 7, started_at: at(0), finished_at: at(50), mix_seconds: 20 });
  expect('items' in report && report.items.map(({ weight_fact }) => weight_fact)).toEqual([510, 199.5, 50]);
});

test('a partial report contains only new values', () => {
  const first = mark(begin(empty, at(0)), lines, 510, at(40));
  expect(reportOf(first, [1], undefined)).toEqual({
    status: 'in_process',
    started_at: at(0),
    items: [{ ingredient: 1, weight_fact: 510, started_at: at(0), seconds: 40 }],
  });
});

test('only the last group is offered the rest, never less than 0', () => {
  const unloading = begin({ ...empty, stage: 'upload', loaded: 760 }, at(0));
  expect(restFor(unloading, lines)).toBeNull();
  const two = mark(mark(unloading, lines, 500.25, at(10)), lines, 200, at(20));
  expect(restFor(two, lines)).toBe(59.75);
  expect(restFor({ ...two, loaded: 600 }, lines)).toBe(0);
});

test('the first key replaces a corrected weight, also if that key is delete', () => {
  const mended = choose(mark(begin(empty, at(0)), lines, 4000, at(40)), 1, '4000', at(50));
  expect(mended).toMatchObject({ current: 1, typed: '4000', replace: true });
  expect([press('4000', '4', ',', true), press('4000', ',', ',', true), press('4000', 'back', ',', true)]).toEqual(['4', '0,', '']);
  expect(mark(mended, lines, 400, at(55))).toMatchObject({ typed: '', replace: false });
  expect(choose(mended, 2, '', at(60)).replace).toBe(false);
});

test('a weight fits if the mixer has room for it with its contents and leftovers; a smaller one always fits', () => {
  const row = { max_weight: 1000, leftovers: true, planned_leftovers: 200.5 };
  const first = mark(begin(empty, at(0)), lines, 500, at(40));
  expect([fits(first, row, 299.5), fits(first, row, 299.501), fits(first, { ...row, leftovers: false }, 500)]).toEqual([true, false, true]);
  const again = choose(first, 1, '500', at(50));
  expect([fits(again, row, 799.5), fits(again, row, 800)]).toEqual([true, false]);
  const heavy = choose({ ...first, marks: { 1: { weight: 40_000, started_at: null, seconds: null } } }, 1, '40000', at(50));
  expect([fits(heavy, row, 4000), fits(heavy, row, 40_001)]).toEqual([true, false]);
  // Refusals that are fed again are part of the unloading.
  expect(fits({ ...again, stage: 'upload', marks: {} }, row, 1000)).toBe(true);
});

test('the pad takes one decimal mark and two decimals', () => {
  const typed = (keys: string) => [...keys].reduce((value, key) => press(value, key, ','), '');
  expect([typed('012'), typed('1,2,5'), typed('1,239'), typed(',5')]).toEqual(['12', '1,25', '1,23', '0,5']);
  expect(press('12', 'back', ',')).toBe('1');
});
