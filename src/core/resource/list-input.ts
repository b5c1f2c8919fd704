import type { TFunction } from 'i18next';
import type { ExportInput } from '#common/files/input.ts';
import { wallClock } from '#common/format/clock.ts';
import type { Formatter } from '#common/format/formatter.ts';
import { LOADING_STATUSES } from '#contract/kinds.ts';
import type { Cell } from '#contract/reports/shape.ts';
import { exportCell, type ListColumn } from './column.ts';

interface ListInput<Row extends object> {
  title: string;
  columns: readonly ListColumn<Row>[];
  rows: readonly Row[];
  search: string;
  /** The client's name, for people with several clients. */
  client?: string | null;
}

/** A list's rows as input of an export. Moments are in the time of each row's farm. */
export function listInput<Row extends object>(
  { title, columns, rows, search, client }: ListInput<Row>,
  format: Formatter,
  t: TFunction,
): ExportInput {
  const toCell = (column: ListColumn<Row>, row: Row): Cell => {
    const cell = exportCell(column, row);
    if (column.kind !== 'datetime' || typeof cell !== 'string') return cell;
    return wallClock(cell, column.zone?.(row) ?? format.timezone)?.toISOString() ?? cell;
  };
  return {
    title,
    lines: [
      ...(client ? [{ label: t('core:export.client'), value: client }] : []),
      ...(search ? [{ label: t('core:export.search'), value: search }] : []),
      { label: t('core:export.made_at'), value: format.value('datetime', new Date().toISOString()) },
    ],
    columns: columns.map(({ key, label, kind = 'text' }) => {
      const unit = format.unit(kind);
      return { key, kind, header: label, ...(unit ? { unit: t(unit, format.unitValues) } : {}) };
    }),
    rows: rows.map((row) => Object.fromEntries(columns.map((column) => [column.key, toCell(column, row)]))),
    totals: {},
    language: format.language,
    units: format.units,
    clock: format.clock,
    // The moments above are wall clock times.
    timezone: 'UTC',
    currency: format.currency,
    labels: {
      total: t('core:export.total'),
      page: t('core:export.page', { skipInterpolation: true }),
      status: Object.fromEntries(LOADING_STATUSES.map((status) => [status, t(`core:status.${status}`)])),
      yes: t('core:yes'),
      no: t('core:no'),
    },
    notes: [],
    whole: true,
  };
}
