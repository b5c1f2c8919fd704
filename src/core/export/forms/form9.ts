import { feedKey } from '../../../../contract/reports/form9.ts';
import type { Row } from '../../../../contract/reports/shape.ts';
import { daysText } from '../../format/days-text.ts';
import { ratioFormula, type Statement, type StatementColumn, type StatementInput, type StatementLine, sumFormula } from '../statement.ts';
import { documentOf, type FormSource, headingOf, inOrder, printedOf, seriesOf } from './form.ts';

const SIGNING = ['structural_unit_manager', 'farm_manager', 'zootechnician', 'accountant'] as const;
type Words = (key: Parameters<typeof headingOf<'form9'>>[2]) => string;

/** One statement per group, out of the report's figures, worded and signed by the blank. */
export const form9Statements = (source: FormSource): StatementInput => ({
  ...documentOf(source),
  title: headingOf(source, 'form9', 'title'),
  statements: seriesOf(source, 'by_group').map((group) => statementOf(source, group)),
});

function statementOf(source: FormSource, group: Row): Statement {
  const { data, farm, numberOf, t, format } = source;
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
  ];
  const byFeed = (figure: string, total: Row[string] = null): Row => ({
    ...Object.fromEntries(feeds.map((feed, i) => [keys[i]!, feed[figure] ?? null])),
    total,
  });
  const { after, before } = { after: data.filters.planned_on_after ?? '', before: data.filters.planned_on_before ?? '' };
  return {
    name: String(group.group),
    title: text('title'),
    style: t('reports:form.style', { form: 'ВЗСГ-9' }),
    lines: [
      { label: t('reports:form.enterprise'), value: farm.company_name },
      { label: t('reports:form.number'), value: numberOf(after) },
      { label: t('operations:fields.registration_code'), value: printedOf(source, 'registration_code') },
      { label: t('reports:form.month'), value: daysText({ after, before }, format) },
      { label: t('operations:fields.structural_unit'), value: printedOf(source, 'structural_unit') || farm.name },
      { label: t('reports:form.group'), value: String(group.group) },
    ],
    columns,
    above: [{ key: 'norm', label: text('norm'), cells: byFeed('norm') }],
    rows: data.rows.filter(({ group_id }) => group_id === group.group_id).map((row) => ({ ...row, total: row.given ?? null })),
    below: linesBelow(text, group, byFeed, keys),
    signatures: SIGNING.map((field) => ({ role: t(`operations:fields.${field}`), name: printedOf(source, field) })),
  };
}

function linesBelow(
  text: Words,
  group: Row,
  byFeed: (figure: string, total?: Row[string]) => Row,
  feeds: readonly string[],
): StatementLine[] {
  const columns = [...feeds, 'total'];
  const formulas = (keys: readonly string[], make: (key: string) => string) => Object.fromEntries(keys.map((key) => [key, make(key)]));
  return [
    { key: 'whole', label: text('whole'), cells: byFeed('given', group.given), formulas: formulas(columns, sumFormula) },
    {
      key: 'feed_days',
      label: text('feed_days'),
      cells: { heads: group.feed_days ?? null },
      formulas: formulas(['heads'], sumFormula),
    },
    {
      key: 'price',
      label: text('price'),
      kind: 'price',
      cells: byFeed('price_given', group.price_given),
      formulas: formulas(columns, (key) => ratioFormula(`{${key}@sum}`, `{${key}@whole}`)),
    },
    {
      key: 'sum',
      label: text('sum'),
      kind: 'money',
      cells: byFeed('cost', group.cost),
      formulas: feeds.length > 0 ? { total: `SUM({${feeds[0]}@sum}:{${feeds.at(-1)}@sum})` } : {},
    },
    {
      key: 'average',
      label: text('average'),
      cells: byFeed('given_per_head', group.given_per_head),
      formulas: formulas(columns, (key) => ratioFormula(`{${key}@whole}`, '{heads@feed_days}')),
    },
  ];
}
