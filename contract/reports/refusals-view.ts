import { column, FARM, figure, tile } from './columns.ts';
import type { ReportView } from './shape.ts';

/** What becomes of what groups leave, as a report tells it. */
export const DESTINATIONS = ['refed', 'sold', 'waste'] as const;

const destination = column('destination', 'text', { texts: 'reports:destination' });

/** Where went what groups left: how much, what it was worth, and what it brought. */
export const refusalsView = {
  columns: [
    FARM,
    column('group', 'text'),
    destination,
    column('to_group', 'text'),
    column('weight', 'weight', { total: 'sum' }),
    figure('of_left', 'percent', 'formula'),
    figure('of_given', 'percent', 'formula'),
    figure('refused_dry_matter', 'weight', 'sum'),
    figure('refused_cost', 'money', 'sum'),
    figure('income', 'money', 'sum'),
    figure('loss', 'money', 'sum'),
  ],
  tiles: [
    tile('of_given', 'percent', 'down'),
    tile('refused_cost', 'money', 'down'),
    tile('refed_share', 'percent', 'up'),
    tile('income', 'money', 'up'),
    tile('loss', 'money', 'down'),
    tile('unaccounted', 'weight', 'zero'),
  ],
  series: [
    {
      key: 'by_day',
      label: 'reports:series.refusals_by_day',
      type: 'stacked',
      x: column('day', 'date'),
      y: DESTINATIONS.map((one) => column(one, 'weight', { label: `reports:destination.${one}` })),
      filter: 'planned_on',
    },
    {
      key: 'by_group',
      label: 'reports:series.loss_by_group',
      type: 'bar',
      x: column('group', 'text'),
      y: [figure('loss', 'money', 'sum')],
      filter: 'group',
    },
  ],
} as const satisfies ReportView;
