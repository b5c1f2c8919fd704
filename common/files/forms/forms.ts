import { createFormatter } from '#common/format/formatter.ts';
import type { FormType } from '#contract/operations/blanks.ts';
import { reports } from '#contract/reports/index.ts';
import { movementFile, writeoffFile } from './accounting.ts';
import { bonusStatements } from './bonus.ts';
import type { Form, FormSource } from './form.ts';
import { form8Statements } from './form8.ts';
import { form9Statements } from './form9.ts';
import { ownerStatements } from './owner-statement.ts';

/** The Ukrainian papers are kept in kilograms and by 24 hours, whoever prints them; in other languages a form is a reader's. */
const official =
  <T>(make: (source: FormSource) => T) =>
  (source: FormSource): T =>
    make(source.format.language === 'uk' ? { ...source, format: createFormatter({ ...source.format, units: 'kg', clock: '24' }) } : source);

/** How each form is made of its report's figures. */
export const forms: Record<FormType, Form> = {
  form8: { type: 'form8', definition: reports.form8, kind: 'printed', make: official(form8Statements) },
  form9: { type: 'form9', definition: reports.form9, kind: 'printed', make: official(form9Statements) },
  accounting_writeoff: { type: 'accounting_writeoff', definition: reports.accounting_writeoff, kind: 'file', make: official(writeoffFile) },
  accounting_movement: { type: 'accounting_movement', definition: reports.accounting_movement, kind: 'file', make: official(movementFile) },
  bonus: { type: 'bonus', definition: reports.bonus, kind: 'printed', make: bonusStatements },
  owner_statement: { type: 'owner_statement', definition: reports.owner_statement, kind: 'printed', make: ownerStatements },
};
