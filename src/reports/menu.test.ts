// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { LANGUAGES } from '#contract/kinds.ts';
import { REPORT_IDS } from '#contract/reports/index.ts';
import type { ReportDefinition } from '#contract/reports/shape.ts';
import { textOf } from '#tests/support/text-of.ts';
import { reportsScreens } from './index.ts';

test('every report has a question, and the order follows the specification', () => {
  const answers = reportsScreens.filter(({ question }) => question);
  expect(answers.map(({ id }) => id).toSorted()).toEqual([...REPORT_IDS.map((id) => `report-${id}`), 'forms'].toSorted());
  const of = (question: string) => answers.filter((one) => one.question === question).map(({ title }) => textOf('en', title));
  expect(of('cost')[0]).toBe('Overview');
  expect(of('accuracy')).toEqual([
    'Mixer loading',
    'Feeding plan',
    'Mixer unloading',
    'Operators',
    'Bunk scores and calls',
    'Programmes: plan and actual',
    'Nutrients: norm and eaten',
    'Nutrients: from paper to trough',
  ]);
  expect(of('forms').at(0)).toBe('Feed expenditure statement');
  expect(of('forms').at(-1)).toBe('Forms');
  for (const language of LANGUAGES) {
    const titles = answers.map(({ title }) => textOf(language, title));
    expect(new Set(titles).size, language).toBe(titles.length);
  }
});

test('the menu contains the screens that aren’t reports, and the month’s end has its own section', () => {
  const listed = (section: string) =>
    reportsScreens.filter(({ menu, question }) => menu === section && (section !== 'reports' || !question));
  expect(listed('reports').map(({ id }) => id)).toEqual(['gallery', 'budgets', 'saved-filters', 'subscriptions']);
  expect(listed('month').map(({ id }) => id)).toEqual(['month-end', 'months', 'forms']);
  // A screen that isn't in the menu is under one that is.
  const under = reportsScreens.filter((one) => one.under).map(({ id, under: leader }) => [id, leader]);
  expect(under).toEqual([
    ['report-form8', 'forms'],
    ['report-accounting_writeoff', 'forms'],
    ['report-accounting_movement', 'forms'],
    ['report-bonus', 'forms'],
    ['report-owner_statement', 'forms'],
    ['signal', 'signals'],
    ['signal-rules', 'signals'],
  ]);
});

test('a report that renders a part under its figures declares it', () => {
  interface OfReport {
    definition: ReportDefinition;
    beneath?: unknown;
  }
  const reports = reportsScreens.flatMap(({ id, props }) =>
    props && 'definition' in props && !id.endsWith('-detail') ? [props as OfReport] : [],
  );
  const stands = reports.filter(({ beneath }) => beneath).map(({ definition }) => definition.id);
  expect(stands).not.toEqual([]);
  expect(reports.filter(({ definition }) => definition.beneath).map(({ definition }) => definition.id)).toEqual(stands);
});
