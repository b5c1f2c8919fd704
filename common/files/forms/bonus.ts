import { MONEY_DECIMALS, printedMoney, printedWeight, sumOf } from '#common/files/figures.ts';
import type { StatementColumn, StatementInput } from '#common/files/statements/statement.ts';
import { roundFormula, sumFormula } from '#common/files/statements/statement-formulas.ts';
import { measureText, stepText } from '#common/format/bonus-step-text.ts';
import { daysText } from '#common/format/days-text.ts';
import { round } from '#common/format/decimal.ts';
import { KIND_FORMATS } from '#common/format/kinds.ts';
import { BONUS_KINDS, BONUS_MEASURES, type BonusMeasure } from '#contract/operations/bonus-measures.ts';
import type { BonusStep } from '#contract/operations/bonus-rules.ts';
import type { Cell, Row } from '#contract/reports/shape.ts';
import { documentNumber, documentOf, type FormSource, headingOf, printedOf, seriesOf } from './form.ts';

const SIGNING = ['farm_manager', 'zootechnician', 'accountant'] as const;

const factorKey = (measure: BonusMeasure) => `factor_${measure}`;

/** A measure as printed, in the reader's unit. */
function printed({ format }: FormSource, measure: BonusMeasure, cell: Cell | undefined): number | null {
  const kind = BONUS_KINDS[measure];
  if (kind === 'weight') return printedWeight(format, cell);
  if (kind === 'money') return printedMoney(format, cell);
  const value = format.number(kind, cell);
  return value === null ? null : round(value, KIND_FORMATS[kind].decimals[1]);
}

/** Each rule as a sentence, so that the sheet says what it pays for. */
function listRules(source: FormSource): string[] {
  const { t, format } = source;
  const steps = seriesOf(source, 'by_step');
  return [...new Set(steps.map(({ rule_id }) => rule_id))].map((id) => {
    const own = steps.filter(({ rule_id }) => rule_id === id);
    const base = `${format.value('money', own[0]?.base ?? null)} ${t('core:units.money', format.unitValues)}`;
    return [`${own[0]?.rule}: ${base}`, ...own.map((step) => stepText(t, format, step as unknown as BonusStep))].join('; ');
  });
}

/** The month's sheet of bonuses: employees, values of their rules, factors of the steps reached, and the bonus. */
export function bonusStatements(source: FormSource): StatementInput {
  const { data, farm, t, format } = source;
  const text = (key: Parameters<typeof headingOf<'bonus'>>[2]) => headingOf(source, 'bonus', key);
  const steps = seriesOf(source, 'by_step');
  const measures = BONUS_MEASURES.filter((measure) => steps.some((step) => step.measure === measure));
  const factors = measures.map(factorKey);
  const columns: StatementColumn[] = [
    { key: 'position', header: text('position'), kind: 'count', leading: true },
    { key: 'operator', header: text('operator'), kind: 'text', leading: true },
    { key: 'rule', header: text('rule'), kind: 'text', leading: true },
    ...measures.flatMap((measure): StatementColumn[] => [
      { key: measure, header: measureText(t, format, measure), kind: BONUS_KINDS[measure] },
      { key: factorKey(measure), header: `${t('reports:column.factor')}: ${t(`reports:column.${measure}`)}`, kind: 'ratio' },
    ]),
    { key: 'base', header: text('base'), kind: 'money' },
    {
      key: 'bonus',
      header: text('bonus'),
      kind: 'money',
      formula: roundFormula(['base', ...factors].map((key) => `{${key}}`).join('*'), MONEY_DECIMALS),
    },
  ];
  const rows = data.rows.map(
    (row, i): Row => ({
      id: `${row.operator_id}_${row.rule_id}`,
      position: i + 1,
      operator: row.operator ?? '',
      rule: row.rule ?? '',
      ...Object.fromEntries(measures.map((measure) => [measure, printed(source, measure, row[measure])])),
      // A measure without a reached step doesn't change the bonus.
      ...Object.fromEntries(factors.map((key) => [key, row[key] ?? 1])),
      base: printedMoney(format, row.base),
      bonus: printedMoney(format, row.bonus),
    }),
  );
  const { after, before } = { after: data.filters.planned_on_after ?? '', before: data.filters.planned_on_before ?? '' };
  return {
    ...documentOf(source),
    title: text('title'),
    statements: [
      {
        name: text('title'),
        title: text('title'),
        style: '',
        lines: [
          { label: t('pages:form.enterprise'), value: farm.company_name },
          { label: t('pages:form.number'), value: documentNumber(source, after) },
          { label: t('operations:fields.registration_code'), value: printedOf(source, 'registration_code') },
          { label: t('pages:form.month'), value: daysText({ after, before }, format) },
          { label: t('operations:fields.structural_unit'), value: printedOf(source, 'structural_unit') || farm.name },
        ],
        columns,
        above: [],
        rows,
        below: [
          {
            key: 'whole',
            label: text('whole'),
            cells: { bonus: sumOf(rows.map((row) => row.bonus ?? null)) },
            formulas: { bonus: sumFormula('bonus') },
          },
        ],
        remarks: listRules(source),
        signatures: SIGNING.map((field) => ({ role: t(`operations:fields.${field}`), name: printedOf(source, field) })),
      },
    ],
  };
}
