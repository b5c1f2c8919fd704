import { expect, test } from 'vitest';
import { matching } from './matching.ts';

const ALL = [
  { name: 'Приходи', words: 'надходження, накладна, списання' },
  { name: 'Рух складу', words: 'списання, залишок' },
  { name: 'Склади', words: 'яма, залишок' },
  { name: 'Cień łąki', words: 'Größe' },
  { name: 'Поголів’я', words: '' },
];
const found = (typed: string) => matching(ALL, typed, (one) => one).map(({ name }) => name);

test('a match in the name ranks before a synonym, and one at the beginning before one in the middle', () => {
  expect(found('склад')).toEqual(['Склади', 'Рух складу']);
  expect(found('списання')).toEqual(['Рух складу', 'Приходи']);
  expect(found('залишок рух')).toEqual(['Рух складу']);
});

test('diacritics, capitals and apostrophes don’t matter', () => {
  expect(found('CIEN LAKI')).toEqual(['Cień łąki']);
  expect(found('grosse')).toEqual(['Cień łąki']);
  expect(found("поголів'я")).toEqual(['Поголів’я']);
});

test('an empty text finds everything, a text that is nowhere finds nothing', () => {
  expect(found('  ')).toHaveLength(ALL.length);
  expect(found('склад кози')).toEqual([]);
});

test('a few letters inside a word don’t match, several do', () => {
  expect(found('ход')).toEqual([]);
  expect(found('ходи')).toEqual(['Приходи']);
});
