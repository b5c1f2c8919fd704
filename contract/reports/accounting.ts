import { column, figure, tile } from './columns.ts';
import { STOCK_MOVES } from './inout.ts';
import type { ReportDefinition, Series } from './shape.ts';

const POSTING = [column('debit', 'text'), column('credit', 'text'), column('item', 'text'), column('ingredient', 'text')];
/** How the write-off and the movement agree: from the one's lines of groups, by what only the ledger has, to what the other books as fed. */
export const RECONCILIATION = ['written_off', 'ignored', 'not_unloaded', 'carried', 'undelivered', 'elsewhere', 'rounding', 'fed'] as const;

const reconciliation = {
  key: 'reconciliation',
  label: 'reports:series.reconciliation',
  type: 'bar',
  x: column('line', 'text', { texts: 'reports:reconciliation' }),
  y: [column('weight', 'weight'), column('value', 'money')],
} as const satisfies Omit<Series, 'rows'>;

const common = {
  permission: 'blanks',
  // Chart of accounts, words and letters of the file are those of Ukrainian bookkeeping.
  languages: ['uk'],
  filters: ['farm', 'planned_on_after', 'planned_on_before', 'blank', 'compare_with'],
  required: ['farm', 'blank'],
  series: [reconciliation],
} as const;

/**
 * Postings of what animals were given: a line per day, group and feed, by the accounts of a blank, and of what was loaded and fed to none: see
 * the decision on the books. `line` says which; a line of no group has none.
 */
export const accountingWriteoff = {
  ...common,
  id: 'accounting_writeoff',
  label: 'reports:report.accounting_writeoff',
  route: 'additional/accounting_writeoff',
  columns: [
    column('day', 'date'),
    column('line', 'text', { texts: 'reports:reconciliation' }),
    ...POSTING,
    column('group', 'text'),
    figure('given', 'weight', 'sum'),
    figure('price_given', 'price', 'formula'),
    figure('cost', 'money', 'sum'),
  ],
  tiles: [tile('postings', 'count'), tile('given', 'weight'), tile('cost', 'money')],
} as const satisfies ReportDefinition;

/** What a line of the movement is: stock at the beginning, a day's moves of one kind, stock at the end. */
export const MOVEMENT_LINES = ['opening', ...STOCK_MOVES, 'revaluation', 'closing'] as const;

/** Each feed's stock from the first day to the last, with the accounts of each move. */
export const accountingMovement = {
  ...common,
  id: 'accounting_movement',
  label: 'reports:report.accounting_movement',
  route: 'additional/accounting_movement',
  columns: [
    column('day', 'date'),
    column('move', 'text', { texts: 'reports:column' }),
    ...POSTING,
    column('weight', 'weight'),
    column('price', 'price'),
    column('value', 'money'),
  ],
  tiles: (['opening', 'received', 'fed', 'closing'] as const).map((key) => ({
    ...tile(`${key}_value`, 'money'),
    label: `reports:column.${key}_value`,
    hint: `hints:${key === 'opening' || key === 'closing' ? `${key}_value` : key}`,
  })),
} as const satisfies ReportDefinition;
