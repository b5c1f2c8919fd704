import { expect, it } from 'vitest';
import { LANGUAGES } from '#contract/kinds.ts';
import { allReports } from '#contract/reports/index.ts';
import type { Column } from '#contract/reports/shape.ts';
import { textsAt } from './support/text-of.ts';

/** The glossary in code: each term, and every place that names it — menu, tile, column, filter, paper. */
const TERMS = {
  plan: ['reports:column.plan', 'reports:column.plan_per_head', 'reports:tile.plan'],
  actual: ['reports:column.fact', 'reports:column.fact_per_head', 'reports:tile.fact'],
  loaded: ['reports:step.loaded', 'reports:tile.loaded'],
  delivered: ['reports:step.delivered', 'reports:tile.delivered', 'reports:column.given', 'reports:tile.given'],
  eaten: ['reports:step.eaten', 'reports:tile.eaten'],
  leftovers: [
    'operations:leftovers.title',
    'reports:column.leftovers',
    'reports:column.leftovers_percent',
    'reports:tile.leftovers_percent',
  ],
  left_in_mixer: ['operations:schedule.leftovers', 'operations:load_sheet.leftovers', 'reports:cause.leftovers'],
  into_mixers: ['reports:column.fed', 'reports:column.fed_value', 'reports:tile.fed'],
  into_other_mixers: ['reports:column.fed_by_others', 'reports:column.fed_by_others_value'],
  heads: ['reports:column.heads', 'pages:headings.form9.heads'],
  head_days: ['reports:column.head_days', 'reports:tile.head_days', 'pages:headings.form9.feed_days'],
  dry_matter_intake: ['reports:column.dmi', 'reports:tile.dmi'],
  loading_bias: ['reports:column.loading_bias', 'reports:tile.loading_bias'],
  unloading_bias: ['reports:tile.unloading_bias'],
  loading_accuracy: ['reports:column.loading_accuracy', 'reports:tile.loading_accuracy'],
  unloading_accuracy: ['reports:column.unloading_accuracy', 'reports:tile.unloading_accuracy'],
  within_two_percent: ['reports:column.bullseye', 'reports:tile.bullseye'],
  lateness: ['reports:column.lateness', 'reports:tile.lateness', 'reports:tile.punctuality'],
  in_stock: ['reports:column.rest', 'reports:tile.rest'],
  came_in: ['reports:column.came', 'reports:tile.came'],
  received: ['reports:column.received', 'reports:tile.received', 'reports:column.received_value'],
  went_out: ['reports:column.used', 'reports:tile.used'],
  scale_reads: ['operations:load_sheet.weigher', 'pages:recording.scale_reads'],
  store: ['reports:column.stock', 'reports:filter.stock', 'operations:stocks.name', 'operations:ingredients.stock'],
  stock_ledger: ['reports:report.inout'],
  month_end: ['core:menu.month'],
  month_close: ['reports:month_end.title'],
  closed_months: ['reports:months.title'],
} as const;

it.each(LANGUAGES)('a term has one label in %s, wherever it stands', (language) => {
  const labels = Object.entries(TERMS).map(([term, keys]) => [term, [...new Set(keys.map((key) => textsAt(language, key)))]] as const);
  expect(labels.filter(([, found]) => found.length > 1 || found.includes(undefined))).toEqual([]);
});

it.each(LANGUAGES)('a label is of one term in %s', (language) => {
  const labels = Object.values(TERMS).map(([key]) => String(textsAt(language, key)).toLocaleLowerCase(language));
  expect(labels.filter((label, place) => labels.indexOf(label) !== place)).toEqual([]);
});

it('heads that are added up are called head-days', () => {
  const summed = allReports.flatMap((report) => (report.columns as readonly Column[]).filter(({ key, total }) => key === 'heads' && total));
  expect(new Set(summed.map(({ label }) => label))).toEqual(new Set(['reports:column.head_days']));
  expect(summed.length).toBeGreaterThan(2);
});
