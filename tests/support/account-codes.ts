/** Accounts and counterparts of a form template, for the lines of an accounting form. */
export const ACCOUNT_CODES = {
  debit: '232',
  credit: '208',
  supplier: '631',
  harvest: '231',
  buyer: '901',
  other_farms: '683',
  craft: '208/9',
  transfer: '208/8',
  surplus: '719',
  shortage: '947',
  revaluation: '946',
};
