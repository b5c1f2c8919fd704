import { pricesOf, printedMoney, printedWeight, quotient, reckonedPrice, sumOf, weightDecimals } from '#common/files/figures.ts';
import type { Statement, StatementColumn, StatementInput, StatementLine } from '#common/files/statements/statement.ts';
import { ratioFormula, sumFormula } from '#common/files/statements/statement-formulas.ts';
import { dayAt } from '#common/format/clock.ts';
import { daysText } from '#common/format/days-text.ts';
import { OWN_CODES } from '#contract/operations/blanks.ts';
import { feedKey } from '#contract/reports/form9.ts';
import type { Row } from '#contract/reports/shape.ts';
import { documentNumber, documentOf, type FormSource, headingOf, inOrder, printedOf, seriesOf, showsExtra } from './form.ts';

const SIGNING = ['structural_unit_manager', 'farm_manager', 'zootechnician', 'accountant'] as const;
type Words = (key: Parameters<typeof headingOf<'form9'>>[2]) => string;

/** One statement per group, out of the report's figures, worded and signed by the blank. */
export const form9Statements = (source: FormSource): StatementInput => ({
  ...documentOf(source),
  title: headingOf(source, 'form9', 'title'),
  statements: seriesOf(source, 'by_group').map((group) => buildStatement(source, group)),
});

function buildStatement(source: FormSource, group: Row): Statement {
  const { data, farm, t, format } = source;
  const text: Words = (key) => headingOf(source, 'form9', key);
  // The feeds that the group was given.
  const feeds = inOrder(
    source,
    seriesOf(source, 'by_feed').filter((feed) => feed.group_id === group.group_id),
    ({ ingredient_id }) => feedKey(Number(ingredient_id)),
  );
  const keys = feeds.map(({ ingredient_id }) => feedKey(Number(ingredient_id)));
  const columns: StatementColumn[] = [
    { key: 'day', header: text('date'), kind: 'date', leading: true },
    { key: 'heads', header: text('heads'), kind: 'count', leading: true },
    ...feeds.map(({ feed }, i): StatementColumn => ({ key: keys[i]!, header: String(feed), kind: 'weight' })),
    { key: 'total', header: text('total'), kind: 'weight', formula: keys.length > 0 ? `SUM({${keys[0]}}:{${keys.at(-1)}})` : undefined },
    ...(showsExtra(source, 'day_signature')
      ? [{ key: 'signature', header: t('pages:form.extra.day_signature'), kind: 'text' as const }]
      : []),
  ];
  const byFeed = (figureOf: (feed: Row) => Row[string]): Row => Object.fromEntries(feeds.map((feed, i) => [keys[i]!, figureOf(feed)]));
  const rows = data.rows
    .filter(({ group_id }) => group_id === group.group_id)
    .map((row) => {
      const cells = Object.fromEntries(keys.map((key) => [key, printedWeight(format, row[key])]));
      return { id: row.id ?? null, day: row.day ?? null, heads: row.heads ?? null, ...cells, total: sumOf(Object.values(cells)) };
    });
  const { after, before } = { after: data.filters.planned_on_after ?? '', before: data.filters.planned_on_before ?? '' };
  return {
    name: String(group.group),
    title: text('title'),
    style: t('pages:form.style', { form: 'ВЗСГ-9' }),
    lines: [
      { label: t('pages:form.enterprise'), value: farm.company_name },
      { label: t('pages:form.number'), value: documentNumber(source, after) },
      { label: t('operations:fields.registration_code'), value: printedOf(source, 'registration_code') },
      { label: t('pages:form.month'), value: daysText({ after, before }, format) },
      { label: t('operations:fields.structural_unit'), value: printedOf(source, 'structural_unit') || farm.name },
      { label: t('pages:form.group'), value: String(group.group) },
      ...extraLines(source, group),
    ],
    columns,
    above: [
      ...(feeds.some(({ item }) => item)
        ? [{ key: 'item', label: text('item'), kind: 'text' as const, cells: byFeed(({ item }) => item ?? '') }]
        : []),
      { key: 'norm', label: text('norm'), cells: byFeed(({ norm }) => printedWeight(format, norm)) },
    ],
    rows,
    below: linesBelow(source, rows, keys, {
      sums: byFeed(({ cost_printed }) => printedMoney(format, cost_printed)),
      prices: { ...byFeed(({ price_given }) => reckonedPrice(format, price_given)), total: reckonedPrice(format, group.price_given) },
    }),
    signatures: SIGNING.map((field) => ({ role: t(`operations:fields.${field}`), name: printedOf(source, field) })),
  };
}

/** Returns the lines of the head that the blank asks for. What it leaves empty is ruled for a pen. */
function extraLines(source: FormSource, group: Row): Statement['lines'] {
  const { data, blank, t, format } = source;
  const { accounts, worker = '' } = blank.template;
  const account = accounts[`${OWN_CODES.animal_type}${group.animal_type_id}`] || accounts.debit || '';
  const lines = [
    { extra: 'made_on', value: format.value('date', dayAt(new Date(data.generated_at), data.timezone)) },
    { extra: 'unit', value: t(format.unit('weight')) },
    { extra: 'account', value: account },
    { extra: 'worker', value: worker },
  ] as const;
  return lines.flatMap(({ extra, value }) => (showsExtra(source, extra) ? [{ label: t(`pages:form.extra.${extra}`), value }] : []));
}

/** What follows from the days as they are printed. */
function linesBelow(
  source: FormSource,
  rows: readonly Row[],
  feeds: readonly string[],
  { sums, prices }: { sums: Row; prices: Row },
): StatementLine[] {
  const text: Words = (key) => headingOf(source, 'form9', key);
  const columns = [...feeds, 'total'];
  const each = <T>(keys: readonly string[], make: (key: string) => T) => Object.fromEntries(keys.map((key) => [key, make(key)]));
  const numberAt = (row: Row, key: string) => (typeof row[key] === 'number' ? row[key] : null);
  const whole = each(columns, (key) => sumOf(rows.map((row) => row[key] ?? null)));
  const feedDays = sumOf(rows.map(({ heads }) => heads ?? null));
  const sum: Row = { ...sums, total: sumOf(Object.values(sums)) };
  const printedPrices = pricesOf(
    columns.map((key) => ({ weight: whole[key] ?? null, sum: numberAt(sum, key), price: numberAt(prices, key) })),
  );
  const weightDigits = weightDecimals(source.format);
  return [
    { key: 'whole', label: text('whole'), cells: whole, formulas: each(columns, sumFormula) },
    { key: 'feed_days', label: text('feed_days'), cells: { heads: feedDays }, formulas: each(['heads'], sumFormula) },
    {
      key: 'price',
      label: text('price'),
      kind: 'price',
      cells: each(columns, (key) => printedPrices[columns.indexOf(key)] ?? null),
    },
    {
      key: 'sum',
      label: text('sum'),
      kind: 'money',
      cells: sum,
      formulas: feeds.length > 0 ? { total: `SUM({${feeds[0]}@sum}:{${feeds.at(-1)}@sum})` } : {},
    },
    {
      key: 'average',
      label: text('average'),
      cells: each(columns, (key) => quotient(whole[key] ?? null, feedDays, weightDigits)),
      formulas: each(columns, (key) => ratioFormula(`{${key}@whole}`, '{heads@feed_days}', weightDigits)),
    },
  ];
}
