import { column, figure, tile } from './columns.ts';
import { STOCK_MOVES } from './inout.ts';
import type { ReportDefinition, Series } from './shape.ts';

const POSTING = [column('debit', 'text'), column('credit', 'text'), column('item', 'text'), column('ingredient', 'text')];
/** Steps from the write-off's lines of groups, by feed that only the ledger has, to the feed that the movement books. */
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
  // Accounts, words and characters are those of Ukrainian bookkeeping.
  languages: ['uk'],
  filters: ['farm', 'planned_on_after', 'planned_on_before', 'blank', 'compare_with'],
  required: ['farm', 'blank'],
  series: [reconciliation],
} as const;

/**
 * Postings of fed feed by a template's accounts: a line per day, group and feed, and lines without a group for loaded feed that no group
 * got. `line` names the kind.
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

/** Kinds of lines of the movement: opening stock, a day's moves of one kind, closing stock. */
export const MOVEMENT_LINES = ['opening', ...STOCK_MOVES, 'revaluation', 'closing'] as const;

/** Each feed's stock from the first to the last day, with the accounts of each move. */
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
