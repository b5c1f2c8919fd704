import { MONEY_DECIMALS, pricesOf, printedMoney, printedWeight, reckonedPrice, sumOf, weightDecimals } from '#common/files/figures.ts';
import type { Statement, StatementInput } from '#common/files/statements/statement.ts';
import { roundFormula, sumFormula } from '#common/files/statements/statement-formulas.ts';
import { feedKey } from '#contract/reports/form9.ts';
import type { Row } from '#contract/reports/shape.ts';
import { closingWords } from './closing-words.ts';
import { documentNumber, documentOf, type FormSource, headingOf, inOrder, printedOf, seriesOf } from './form.ts';

const SUMMED = ['requested', 'released', 'received', 'not_received', 'still_in_mixer', 'sum'] as const;

/** One waybill per day and stock, out of the report's figures, worded and signed by the blank. */
export const form8Statements = (source: FormSource): StatementInput => ({
  ...documentOf(source),
  title: headingOf(source, 'form8', 'title'),
  statements: seriesOf(source, 'by_waybill').map((waybill) => buildStatement(source, waybill)),
});

function buildStatement(source: FormSource, waybill: Row): Statement {
  const { data, farm, t, format } = source;
  const text = (key: Parameters<typeof headingOf<'form8'>>[2]) => headingOf(source, 'form8', key);
  const day = String(waybill.day);
  const feeds = inOrder(
    source,
    data.rows.filter(({ waybill_id }) => waybill_id === waybill.waybill_id),
    ({ ingredient_id }) => feedKey(Number(ingredient_id)),
  );
  const lines = buildLines(source, feeds);
  const stillInMixer = lines.some(({ still_in_mixer }) => still_in_mixer > 0);
  const whole = Object.fromEntries(SUMMED.map((key) => [key, sumOf(lines.map((line) => line[key] ?? null))]));
  const weight = t(format.unit('weight'));
  return {
    name: `${day} ${waybill.stock}`,
    title: text('title'),
    style: t('pages:form.style', { form: 'ВЗСГ-8' }),
    lines: [
      { label: t('pages:form.enterprise'), value: farm.company_name },
      { label: t('pages:form.number'), value: buildNumber(source, waybill) },
      { label: t('operations:fields.registration_code'), value: printedOf(source, 'registration_code') },
      { label: t('pages:headings.form9.date'), value: format.value('date', day) },
      { label: t('pages:form.from'), value: String(waybill.stock) },
      { label: t('pages:form.to'), value: printedOf(source, 'destination') || printedOf(source, 'structural_unit') || farm.name },
      { label: t('pages:form.basis'), value: `${t('reports:filter.ration')}: ${waybill.rations}` },
    ],
    columns: [
      { key: 'position', header: text('position'), kind: 'count', leading: true, width: 30 },
      { key: 'feed', header: text('feed'), kind: 'text', leading: true, width: 235 },
      { key: 'item', header: text('item'), kind: 'text', leading: true, width: 75 },
      { key: 'unit', header: text('unit'), kind: 'text', leading: true, width: 40 },
      { key: 'requested', header: text('requested'), kind: 'weight' },
      { key: 'released', header: text('released'), kind: 'weight' },
      { key: 'received', header: text('received'), kind: 'weight' },
      {
        key: 'not_received',
        header: text('not_received'),
        kind: 'weight',
        formula: roundFormula(`{released}-{received}${stillInMixer ? '-{still_in_mixer}' : ''}`, weightDecimals(format)),
      },
      ...(stillInMixer ? [{ key: 'still_in_mixer', header: text('still_in_mixer'), kind: 'weight' as const }] : []),
      { key: 'price', header: text('price'), kind: 'price' },
      { key: 'sum', header: text('sum'), kind: 'money', formula: roundFormula('{released}*{price}', MONEY_DECIMALS) },
    ],
    above: [],
    rows: lines.map((line, i) => ({ ...line, position: i + 1, unit: weight })),
    below: [
      { key: 'whole', label: text('whole'), cells: whole, formulas: Object.fromEntries(SUMMED.map((key) => [key, sumFormula(key)])) },
    ],
    remarks: closingWords(lines.length, whole.sum ?? 0, t, format),
    signatures: [
      { role: t('pages:form.allowed'), name: printedOf(source, 'farm_manager') },
      { role: t('pages:form.released'), name: printedOf(source, 'weigher') },
      { role: t('pages:form.received'), name: String(waybill.operators ?? '') },
      { role: t('operations:fields.accountant'), name: printedOf(source, 'accountant') },
    ],
  };
}

/** Returns the waybill's lines as they are printed: released = received + not received + still in the mixer, none of them below 0. */
function buildLines({ format }: FormSource, feeds: readonly Row[]) {
  const lines = feeds.map(
    ({ ingredient_id, ingredient, item, requested, released, arrived, still_in_mixer, cost_printed, price_released }) => {
      const out = printedWeight(format, released);
      const came = printedWeight(format, arrived);
      const inMixer = printedWeight(format, still_in_mixer) ?? 0;
      const unloaded = sumOf([out, -inMixer]) ?? 0;
      const received = came === null ? null : Math.min(came, unloaded);
      return {
        id: String(ingredient_id),
        feed: ingredient ?? '',
        item: item ?? '',
        requested: printedWeight(format, requested),
        released: out,
        received,
        not_received: received === null ? null : sumOf([unloaded, -received]),
        still_in_mixer: inMixer,
        sum: printedMoney(format, cost_printed),
        price: reckonedPrice(format, price_released),
      };
    },
  );
  const prices = pricesOf(lines.map(({ released, sum, price }) => ({ weight: released, sum, price })));
  return lines.map((line, i) => ({ ...line, price: prices[i] ?? null }));
}

/** Month's number and version, then the day and the stock's number: one waybill has one number, whatever else is printed with it. */
const buildNumber = (source: FormSource, { day, stock_id }: Row): string =>
  `${documentNumber(source, String(day))}-${String(day).slice(8)}-${stock_id}`;
