import { pricesOf, printedMoney, printedWeight, reckonedPrice, sumOf } from '#common/files/figures.ts';
import type { Statement, StatementInput } from '#common/files/statements/statement.ts';
import { sumFormula } from '#common/files/statements/statement-formulas.ts';
import { daysText } from '#common/format/days-text.ts';
import { codeKey } from '#common/texts/keys.ts';
import type { Row } from '#contract/reports/shape.ts';
import { closingWords } from './closing-words.ts';
import { documentNumber, documentOf, type FormSource, headingOf, printedOf, seriesOf } from './form.ts';

const SUMMED = ['weight', 'head_days', 'sum'] as const;
type Heading = Parameters<typeof headingOf<'owner_statement'>>[2];

/** One statement per owner: head-days, feed by ingredient, markup, yardage and other lines of the month. */
export const ownerStatements = (source: FormSource): StatementInput => ({
  ...documentOf(source),
  title: headingOf(source, 'owner_statement', 'title'),
  statements: seriesOf(source, 'by_owner').map((owner) => buildStatement(source, owner)),
});

function buildStatement(source: FormSource, owner: Row): Statement {
  const { data, farm, t, format } = source;
  const text = (key: Heading) => headingOf(source, 'owner_statement', key);
  const { after, before } = { after: data.filters.planned_on_after ?? '', before: data.filters.planned_on_before ?? '' };
  const lines = buildLines(source, owner);
  const whole = Object.fromEntries(SUMMED.map((key) => [key, sumOf(lines.map((line) => line[key] ?? null))]));
  return {
    name: String(owner.owner),
    title: text('title'),
    style: '',
    lines: [
      { label: t('pages:form.enterprise'), value: farm.company_name },
      // A statement keeps its number if statements of other owners are printed with it.
      { label: t('pages:form.number'), value: `${documentNumber(source, after)}-${owner.owner_id}` },
      { label: t('pages:form.owner'), value: String(owner.owner) },
      { label: t('operations:fields.registration_code'), value: String(owner.registration_code ?? '') },
      { label: t('pages:form.month'), value: daysText({ after, before }, format) },
      { label: t('operations:fields.structural_unit'), value: printedOf(source, 'structural_unit') || farm.name },
      { label: t('pages:form.group'), value: String(owner.groups ?? '–') },
      { label: t('reports:filter.price_basis'), value: t(codeKey('reports:switch.price_basis', owner.price_basis)) },
    ],
    columns: [
      { key: 'position', header: text('position'), kind: 'count', leading: true, width: 30 },
      { key: 'subject', header: text('subject'), kind: 'text', leading: true, width: 290 },
      { key: 'unit', header: text('unit'), kind: 'text', leading: true, width: 70 },
      { key: 'weight', header: text('weight'), kind: 'weight' },
      { key: 'head_days', header: text('head_days'), kind: 'count' },
      { key: 'price', header: text('price'), kind: 'price' },
      { key: 'sum', header: text('sum'), kind: 'money' },
    ],
    above: [],
    rows: lines.map((line, i) => ({ ...line, position: i + 1 })),
    below: [
      { key: 'whole', label: text('whole'), cells: whole, formulas: Object.fromEntries(SUMMED.map((key) => [key, sumFormula(key)])) },
    ],
    remarks: closingWords(lines.length, whole.sum ?? 0, t, format),
    signatures: [
      { role: t('operations:fields.farm_manager'), name: printedOf(source, 'farm_manager') },
      { role: t('operations:fields.accountant'), name: printedOf(source, 'accountant') },
      { role: t('pages:form.received'), name: String(owner.contact ?? '') },
    ],
  };
}

/** The lines of an owner as they are printed. A feed's price is the one with which weight × price, rounded, gives the line's sum. */
function buildLines(source: FormSource, { owner_id }: Row): Row[] {
  const { data, t, format } = source;
  const rows = data.rows.filter((row) => row.owner_id === owner_id);
  const unit = t(format.unit('weight'));
  const priced = rows.map(({ line, given, price_given, amount }) => ({
    weight: line === 'feed' ? printedWeight(format, given) : null,
    sum: printedMoney(format, amount),
    price: reckonedPrice(format, price_given),
  }));
  const prices = pricesOf(priced.map((line) => (line.weight === null ? { ...line, sum: null } : line)));
  return rows.map((row, at): Row => {
    const { weight, sum } = priced[at]!;
    const isYardage = row.line === 'yardage';
    return {
      id: row.id ?? null,
      subject: nameLine(source, row),
      unit: row.line === 'feed' ? unit : isYardage ? t('pages:form.head_day') : '',
      weight,
      head_days: row.head_days ?? null,
      price: isYardage ? printedMoney(format, row.rate) : (prices[at] ?? null),
      sum,
    };
  });
}

/** The subject of a line: the feed, the markup with its percent, the yardage, or the entered text with its day. */
function nameLine(source: FormSource, { line, subject, percent, day }: Row): string {
  const { format } = source;
  if (line === 'markup') return `${headingOf(source, 'owner_statement', 'markup')}, ${format.value('percent', percent)} %`;
  if (line === 'yardage') return headingOf(source, 'owner_statement', 'yardage');
  if (line === 'other') return `${format.value('date', day)} ${subject}`;
  return String(subject ?? '');
}
