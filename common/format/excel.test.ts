import { expect, it } from 'vitest';
import { excelFormat } from './excel.ts';
import { align } from './kinds.ts';

it('writes numbers, money and dates in Excel’s notation', () => {
  expect(excelFormat('weight', { language: 'uk' })).toBe('#,##0.00');
  expect(excelFormat('weight', { language: 'uk', decimals: 0 })).toBe('#,##0');
  expect(excelFormat('count', { language: 'uk' })).toBe('#,##0');
  expect(excelFormat('duration', { language: 'uk' })).toBe('#,##0.0');
  expect(excelFormat('price', { language: 'uk' })).toBe('#,##0.00');
  expect(excelFormat('weight', { language: 'uk', decimals: 1, signed: true })).toBe('+#,##0.0;-#,##0.0;#,##0.0');
  expect(excelFormat('money', { language: 'uk', currency: 'UAH' })).toBe('#,##0.00\\ [$₴-422]');
  expect(excelFormat('money', { language: 'us', currency: 'USD' })).toBe('[$$-409]#,##0.00');
  expect(excelFormat('money', { language: 'nl', currency: 'EUR' })).toBe('[$€-413]\\ #,##0.00');
  expect(excelFormat('date', { language: 'de' })).toBe('dd\\.mm\\.yyyy');
  expect(excelFormat('date', { language: 'us' })).toBe('mm\\/dd\\/yyyy');
  expect(excelFormat('datetime', { language: 'us' })).toBe('mm\\/dd\\/yyyy h:mm AM/PM');
  expect(excelFormat('time', { language: 'pl' })).toBe('hh:mm');
  expect(excelFormat('text', { language: 'uk' })).toBe('@');
});

it('numbers stand at the right, all else at the left', () => {
  expect([align('weight'), align('duration'), align('date'), align('text')]).toEqual(['right', 'right', 'left', 'left']);
});
