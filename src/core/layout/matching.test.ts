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

test('a name comes before a synonym, and a beginning before the middle', () => {
  expect(found('склад')).toEqual(['Склади', 'Рух складу']);
  expect(found('списання')).toEqual(['Рух складу', 'Приходи']);
  expect(found('залишок рух')).toEqual(['Рух складу']);
});

test('signs, capitals and apostrophes are as one types them', () => {
  expect(found('CIEN LAKI')).toEqual(['Cień łąki']);
  expect(found('grosse')).toEqual(['Cień łąki']);
  expect(found("поголів'я")).toEqual(['Поголів’я']);
});

test('nothing typed finds all, what is nowhere nothing', () => {
  expect(found('  ')).toHaveLength(ALL.length);
  expect(found('склад кози')).toEqual([]);
});

test('a few letters within a word say nothing, several do', () => {
  expect(found('ход')).toEqual([]);
  expect(found('ходи')).toEqual(['Приходи']);
});
