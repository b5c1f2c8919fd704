import { expect, it } from 'vitest';
import type { Language } from '#contract/kinds.ts';
import { firstConventions } from '#contract/words.ts';
import { readPdf } from '#tests/support/pdf.ts';
import { type LoadSheetFeeding, type LoadSheetInput, runningTotals } from './load-sheet.ts';
import { loadSheetPdf } from './load-sheet-pdf.ts';

async function pages(input: LoadSheetInput): Promise<string[]> {
  return readPdf(await loadSheetPdf(input)).map(({ text }) => text.replace(/[^\S\n]+/gu, ' '));
}

const part = (name: string, plan: number) => ({ name, plan, fact: null });
const feeding = (values: Partial<LoadSheetFeeding> = {}): LoadSheetFeeding => ({
  ration: 'Дійні високопродуктивні',
  weight: 1000,
  mixSeconds: 390,
  leftovers: 0,
  ingredients: [part('Силос кукурудзяний', 600.1), part('Сінаж', 300.2), part('Шрот соєвий', 99.7)],
  groups: [
    { ...part('Корпус 1', 700), heads: 70 },
    { ...part('Корпус 2', 300), heads: 30 },
  ],
  ...values,
});
const input = (feedings: LoadSheetFeeding[][], language: Language = 'uk'): LoadSheetInput => ({
  title: 'Аркуш завантаження',
  foot: 'Аркуш завантаження · Ґанок · 10.03.2026',
  sheets: feedings.map((sheet) => ({
    lines: [
      { label: 'Ферма', value: 'Ґанок' },
      { label: 'Дата', value: '10.03.2026' },
      { label: 'Період', value: 'Ранок, 05:30 – 08:00' },
      { label: 'Міксер', value: 'Siloking' },
      { label: 'Оператор', value: '' },
    ],
    feedings: sheet,
  })),
  language,
  ...firstConventions(language),
  timezone: 'Europe/Kyiv',
  labels: {
    ingredient: 'Інгредієнт',
    group: 'Група',
    heads: 'Голів',
    plan: 'План, кг',
    weigher: 'На вагах, кг',
    fact: 'Факт, кг',
    mixing: 'Змішування',
    leftovers: 'Залишки в міксері',
    unit: 'кг',
    minutes: 'хв',
    operator: 'Оператор',
    signature: 'Підпис',
    page: 'Сторінка {{page}} з {{pages}}',
  },
});

it('prints the ingredients, what the weigher must show after each, and the weights of the groups', async () => {
  const [page, ...more] = await pages(input([[feeding()]]));
  expect(more).toEqual([]);
  for (const text of [
    'Ферма: Ґанок',
    'Міксер: Siloking',
    'Оператор: ____',
    '1. Дійні високопродуктивні',
    'Змішування: 6,5 хв',
    'Сторінка 1 з 1',
  ]) {
    expect(page).toContain(text);
  }
  expect(page).toMatch(/1 Силос кукурудзяний 600,1 600,1\s*\n/);
  expect(page).toMatch(/2 Сінаж 300,2 900,3\s*\n/);
  expect(page).toMatch(/3 Шрот соєвий 99,7 1 000,0\s*\n/);
  expect(page).toMatch(/2 Корпус 2 30 300,0\s*\n/);
  expect(page).not.toContain('Залишки в міксері');
});

it('starts the weigher with the leftovers in the mixer, and sums in grams', async () => {
  expect(runningTotals({ leftovers: 0, ingredients: [part('a', 0.1), part('b', 0.2), part('c', 0.7)] })).toEqual([0.1, 0.3, 1]);
  const [page] = await pages(input([[feeding({ leftovers: 150 })]]));
  expect(page).toContain('Залишки в міксері: 150,0 кг');
  expect(page).toMatch(/1 Силос кукурудзяний 600,1 750,1/);
  expect(page).toMatch(/3 Шрот соєвий 99,7 1 150,0/);
});

it('prints known facts', async () => {
  const known = { ...feeding(), ingredients: [{ name: 'Сінаж', plan: 1000, fact: 1012 }] };
  expect((await pages(input([[known]])))[0]).toMatch(/1 Сінаж 1 000 1 000 1 012/);
});

it('starts a page for each sheet, with feedings side by side that aren’t split', async () => {
  const long = feeding({ ingredients: Array.from({ length: 12 }, (_, i) => part(`Корм ${i + 1}`, 100)) });
  const shown = await pages(input([[long, long, long, long, long], [feeding()]]));
  expect(shown).toHaveLength(3);
  const numbers = shown.map((page) => [...page.matchAll(/(\d)\. Дійні/g)].map(([, number]) => number));
  expect(numbers).toEqual([['1', '2', '3'], ['4', '5'], ['1']]);
  for (const [index, page] of shown.slice(0, 2).entries()) {
    for (const text of ['12 Корм 12', 'Корпус 2']) expect(page.split(text)).toHaveLength(numbers[index]!.length + 1);
  }
  expect(shown[0]).toContain('Ферма: Ґанок');
  expect(shown[0]).not.toContain('Підпис');
  expect(shown[1]).toContain('Підпис');
  expect(shown[2]).toContain('Ферма: Ґанок');
  expect(shown[2]).toContain('Сторінка 3 з 3');
});

it('puts short feedings below each other if a column has room', async () => {
  const short = feeding({ ingredients: [part('Сінаж', 900), part('Сіль', 100)], groups: [{ ...part('Корпус 1', 1000), heads: 70 }] });
  expect(await pages(input([[short, short, short, short, short, short]]))).toHaveLength(1);
});

it('accepts very long names, and a feeding longer than a page', async () => {
  const endless = 'ї'.repeat(300);
  const huge = feeding({ ration: endless, ingredients: Array.from({ length: 60 }, (_, i) => part(i ? `Корм ${i + 1}` : endless, 10)) });
  const shown = await pages(input([[huge]]));
  expect(shown.length).toBeGreaterThan(1);
  expect(shown.join('')).toContain('60 Корм 60');
});

it('is in pounds for us', async () => {
  const [page] = await pages(input([[feeding()]], 'us'));
  expect(page).toMatch(/1 Силос кукурудзяний 1,322\.99 1,322\.99/);
  expect(page).toMatch(/3 Шрот соєвий 219\.80 2,204\.62/);
});
