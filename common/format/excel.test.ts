import { expect, it } from 'vitest';
import { excelFormat } from './excel.ts';
import { align } from './kinds.ts';

it('writes numbers, money and dates in Excel’s notation', () => {
  expect(excelFormat('weight', { language: 'uk', clock: '24' })).toBe('#,##0.00');
  expect(excelFormat('weight', { language: 'uk', clock: '24', decimals: 0 })).toBe('#,##0');
  expect(excelFormat('count', { language: 'uk', clock: '24' })).toBe('#,##0');
  expect(excelFormat('duration', { language: 'uk', clock: '24' })).toBe('#,##0.0');
  expect(excelFormat('price', { language: 'uk', clock: '24' })).toBe('#,##0.0000');
  expect(excelFormat('weight', { language: 'uk', clock: '24', decimals: 1, signed: true })).toBe('+#,##0.0;-#,##0.0;#,##0.0');
  expect(excelFormat('money', { language: 'uk', clock: '24', currency: 'UAH' })).toBe('#,##0.00\\ [$₴-422]');
  expect(excelFormat('money', { language: 'us', clock: '12', currency: 'USD' })).toBe('[$$-409]#,##0.00');
  expect(excelFormat('money', { language: 'nl', clock: '24', currency: 'EUR' })).toBe('[$€-413]\\ #,##0.00');
  expect(excelFormat('datetime', { language: 'de', clock: '12' })).toBe('dd\\.mm\\.yyyy h:mm AM/PM');
  expect(excelFormat('time', { language: 'us', clock: '24' })).toBe('hh:mm');
  expect(excelFormat('date', { language: 'de', clock: '24' })).toBe('dd\\.mm\\.yyyy');
  expect(excelFormat('date', { language: 'us', clock: '12' })).toBe('mm\\/dd\\/yyyy');
  expect(excelFormat('datetime', { language: 'us', clock: '12' })).toBe('mm\\/dd\\/yyyy h:mm AM/PM');
  expect(excelFormat('time', { language: 'pl', clock: '24' })).toBe('hh:mm');
  expect(excelFormat('text', { language: 'uk', clock: '24' })).toBe('@');
});

it('aligns numbers to the right and everything else to the left', () => {
  expect([align('weight'), align('duration'), align('date'), align('text')]).toEqual(['right', 'right', 'left', 'left']);
});
