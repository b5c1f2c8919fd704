import { column, FARM, figure, tile } from './columns.ts';
import { bars } from './series.ts';
import type { ReportView } from './shape.ts';

/** Destinations of leftovers in reports. */
export const DESTINATIONS = ['refed', 'sold', 'waste'] as const;

const destination = column('destination', 'text', { texts: 'reports:destination' });

/** Destination of leftovers: kilograms, value and income. */
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
    bars('by_group', 'reports:series.loss_by_group', 'group', [figure('loss', 'money', 'sum')], 'group'),
  ],
} as const satisfies ReportView;
