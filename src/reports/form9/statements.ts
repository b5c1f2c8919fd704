import type { TFunction } from 'i18next';
import type { FarmCard, FarmHeaderField } from '../../../contract/operations/farms.ts';
import type { additionalReports } from '../../../contract/operations/report-additional.ts';
import { feedKey } from '../../../contract/reports/form9.ts';
import type { ReportData, Row } from '../../../contract/reports/shape.ts';
import type { RowOf } from '../../../contract/resource.ts';
import {
  ratioFormula,
  type Statement,
  type StatementColumn,
  type StatementInput,
  type StatementLine,
  sumFormula,
} from '../../core/export/statement.ts';
import { daysText } from '../../core/format/days-text.ts';
import type { Formatter } from '../../core/format/formatter.ts';

export type Blank = RowOf<typeof additionalReports>;

interface Source {
  data: ReportData;
  blank: Pick<Blank, 'header' | 'template'>;
  farm: FarmCard;
  /** Number and version of a closed month. */
  number: string;
  t: TFunction;
  format: Formatter;
}

const SIGNING = ['structural_unit_manager', 'farm_manager', 'zootechnician', 'accountant'] as const;
const FIXED = ['date', 'heads', 'total'];

/** One statement per group, out of the report's figures, worded and signed by the blank. */
export function form9Statements(source: Source): StatementInput {
  const { data, t, format } = source;
  return {
    title: heading(source, 'title'),
    statements: (data.series.find(({ key }) => key === 'by_group')?.rows ?? []).map((group) => statementOf(source, group)),
    language: format.language,
    timezone: data.timezone,
    currency: data.currency,
    labels: { page: t('reports:export.page', { page: '{{page}}', pages: '{{pages}}' }), signature: t('reports:form.signed') },
  };
}

const heading = ({ blank, t, format }: Source, key: string) =>
  blank.template.headings[key] || t(`reports:form.${key}`, { unit: t(format.unit('weight')) });

function statementOf(source: Source, group: Row): Statement {
  const { data, blank, farm, number, t, format } = source;
  const printed = (field: FarmHeaderField) => blank.header[field] || farm[field];
  const text = (key: string) => heading(source, key);
  const feeds = feedsOf(source, group);
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
    style: t('reports:form.style'),
    lines: [
      { label: t('reports:form.enterprise'), value: farm.company_name },
      { label: t('reports:form.number'), value: number },
      { label: t('operations:fields.registration_code'), value: printed('registration_code') },
      { label: t('reports:form.month'), value: daysText({ after, before }, format) },
      { label: t('operations:fields.structural_unit'), value: printed('structural_unit') || farm.name },
      { label: t('reports:form.group'), value: String(group.group) },
    ],
    columns,
    above: [{ key: 'norm', label: text('norm'), cells: byFeed('norm') }],
    rows: data.rows.filter(({ group_id }) => group_id === group.group_id).map((row) => ({ ...row, total: row.given ?? null })),
    below: linesBelow(text, group, byFeed, keys),
    signatures: SIGNING.map((field) => ({ role: t(`operations:fields.${field}`), name: printed(field) })),
  };
}

/** The feeds that the group was given, those first that the blank puts first. */
function feedsOf({ data, blank }: Source, { group_id }: Row): Row[] {
  const order = blank.template.order.filter((key) => !FIXED.includes(key));
  const placeOf = ({ ingredient_id }: Row) => {
    const place = order.indexOf(feedKey(Number(ingredient_id)));
    return place === -1 ? order.length : place;
  };
  const feeds = data.series.find(({ key }) => key === 'by_feed')?.rows ?? [];
  return feeds.filter((feed) => feed.group_id === group_id).sort((a, b) => placeOf(a) - placeOf(b));
}

function linesBelow(
  text: (key: string) => string,
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
