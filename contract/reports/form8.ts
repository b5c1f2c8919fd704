import { column, FARM, figure, tile } from './columns.ts';
import type { ReportDefinition } from './shape.ts';

/** Max days of waybills in one print, each on a page of its own. */
export const MAX_WAYBILL_DAYS = 31;

/**
 * Feed from stocks into mixers: the figures of the internal waybill (in the style of ВЗСГ-8). The series `by_waybill` has a row per day and
 * stock: one waybill, with its rations and loaders. A row's `cost_printed` is rounded to the kopeck like its printed line; `item` is the
 * feed's item number. Released = arrived + not received + still in the mixer, in every row and total.
 */
export const form8 = {
  id: 'form8',
  label: 'reports:report.form8',
  route: 'additional/form8',
  permission: 'blanks',
  filters: ['farm', 'planned_on_after', 'planned_on_before', 'ration', 'mixer', 'compare_with'],
  columns: [
    FARM,
    column('day', 'date'),
    column('stock', 'text'),
    column('ingredient', 'text'),
    figure('requested', 'weight', 'sum'),
    figure('released', 'weight', 'sum'),
    figure('arrived', 'weight', 'sum'),
    figure('not_received', 'weight', 'sum'),
    figure('still_in_mixer', 'weight', 'sum'),
    figure('price_released', 'price', 'formula', { label: 'reports:column.price_given', hint: 'hints:price_given' }),
    figure('cost_released', 'money', 'sum'),
  ],
  tiles: [
    tile('waybills', 'count'),
    { ...tile('requested', 'weight'), label: 'reports:column.requested' },
    { ...tile('released', 'weight'), label: 'reports:column.released' },
    { ...tile('cost_released', 'money', 'down'), label: 'reports:column.cost_released' },
  ],
  series: [
    {
      key: 'by_waybill',
      label: 'reports:series.released_by_waybill',
      type: 'bar',
      x: column('waybill', 'text'),
      y: [column('requested', 'weight'), column('released', 'weight')],
    },
  ],
} as const satisfies ReportDefinition;
