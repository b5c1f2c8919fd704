import type { FormType } from '#contract/operations/blanks.ts';
import { reports } from '#contract/reports/index.ts';
import { movementFile, writeoffFile } from './accounting.ts';
import type { Form } from './form.ts';
import { form8Statements } from './form8.ts';
import { form9Statements } from './form9.ts';

/** How each form is made of its report's figures. */
export const forms: Record<FormType, Form> = {
  form8: { type: 'form8', definition: reports.form8, kind: 'printed', make: form8Statements },
  form9: { type: 'form9', definition: reports.form9, kind: 'printed', make: form9Statements },
  accounting_writeoff: { type: 'accounting_writeoff', definition: reports.accounting_writeoff, kind: 'file', make: writeoffFile },
  accounting_movement: { type: 'accounting_movement', definition: reports.accounting_movement, kind: 'file', make: movementFile },
};
