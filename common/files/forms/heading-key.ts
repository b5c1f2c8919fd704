import { codeKey } from '#common/texts/keys.ts';
import type { FormType } from '#contract/operations/blanks.ts';

/** Whose headings a form has; both files for the books share theirs. */
const WORDS = {
  form8: 'form8',
  form9: 'form9',
  accounting_writeoff: 'accounting',
  accounting_movement: 'accounting',
  bonus: 'bonus',
  owner_statement: 'owner_statement',
} as const;

/** The text of a form's heading. */
export const headingKey = (type: FormType, key: string) => codeKey(`pages:headings.${WORDS[type]}`, key);
