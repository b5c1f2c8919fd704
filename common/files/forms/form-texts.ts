import { KIND_FORMATS } from '#common/format/kinds.ts';
import type { TextKey } from '#common/texts/text-keys.gen.ts';
import type { Kind } from '#contract/kinds.ts';
import { FORM_EXTRAS, FORM_HEADINGS, type FormType } from '#contract/operations/blanks.ts';
import { BONUS_KINDS, BONUS_MEASURES } from '#contract/operations/bonus-measures.ts';
import { MOVEMENT_LINES, RECONCILIATION } from '#contract/reports/accounting.ts';
import { PRICE_BASES } from '#contract/words.ts';
import { headingKey } from './heading-key.ts';

/** Returns the texts of a kind's units, in kilograms and in pounds. */
const listUnits = (kind: Kind): TextKey[] => {
  const { unit, unitLb } = KIND_FORMATS[kind];
  return [unit, unitLb].flatMap((key) => (key ? [key] : []));
};

/** The texts that `documentOf` reads for each form. */
const OF_DOCUMENT: readonly TextKey[] = ['reports:export.page', 'pages:form.signed'];
/** The texts around the table of a printed form. */
const PRINTED: readonly TextKey[] = [
  'reports:filter.client',
  'pages:form.enterprise',
  'pages:form.number',
  'operations:fields.registration_code',
  'operations:fields.accountant',
];
const OF_MONTH: readonly TextKey[] = [
  'pages:form.month',
  'operations:fields.structural_unit',
  'operations:fields.farm_manager',
  'operations:fields.zootechnician',
];

/** Both files for the books have a sheet that ties one to the other. */
const OF_FILES: readonly TextKey[] = [
  'reports:series.reconciliation',
  'reports:column.line',
  ...RECONCILIATION.map((line) => `reports:reconciliation.${line}` as const),
  'pages:headings.accounting.weight',
  'pages:headings.accounting.sum',
];

const listTexts = (type: FormType, others: readonly TextKey[]): readonly TextKey[] => {
  const headings = FORM_HEADINGS[type].map((key: string) => headingKey(type, key));
  return [...new Set([...headings, ...listUnits('weight'), ...OF_DOCUMENT, ...others])].toSorted();
};

/** All texts of the product that a form prints around its figures. A paper keeps them. */
export const FORM_TEXTS: Record<FormType, readonly TextKey[]> = {
  form8: listTexts('form8', [
    ...PRINTED,
    'pages:form.style',
    'pages:headings.form9.date',
    'pages:form.from',
    'pages:form.to',
    'pages:form.basis',
    'reports:filter.ration',
    'pages:form.closing',
    'pages:form.allowed',
    'pages:form.released',
    'pages:form.received',
  ]),
  form9: listTexts('form9', [
    ...PRINTED,
    ...OF_MONTH,
    'pages:form.style',
    'pages:form.group',
    'operations:fields.structural_unit_manager',
    ...FORM_EXTRAS.form9.map((extra) => `pages:form.extra.${extra}` as const),
  ]),
  accounting_writeoff: listTexts('accounting_writeoff', ['reports:report.accounting_writeoff', ...OF_FILES]),
  accounting_movement: listTexts('accounting_movement', [
    'reports:report.accounting_movement',
    ...MOVEMENT_LINES.map((line) => `reports:column.${line}` as const),
    ...OF_FILES,
  ]),
  bonus: listTexts('bonus', [
    ...PRINTED,
    ...OF_MONTH,
    'reports:column.factor',
    ...BONUS_MEASURES.map((measure) => `reports:column.${measure}` as const),
    ...Object.values(BONUS_KINDS).flatMap(listUnits),
  ]),
  owner_statement: listTexts('owner_statement', [
    ...PRINTED,
    ...OF_MONTH,
    'pages:form.owner',
    'pages:form.group',
    'pages:form.closing',
    'pages:form.received',
    'pages:form.head_day',
    'reports:filter.price_basis',
    ...PRICE_BASES.map((basis) => `reports:switch.price_basis.${basis}` as const),
  ]),
};
