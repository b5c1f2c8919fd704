import { SHOWN_BY_VIEW } from './columns.ts';
import type { ReportDefinition } from './shape.ts';

/** The worth of feeds and offers in the rations with remembered limits. Its view is in `feed-values-view.ts`, which no other report loads. */
export const feedValues = {
  id: 'feed_values',
  label: 'reports:report.feed_values',
  route: 'additional/feed-values',
  permission: 'additional',
  filters: ['farm', 'planned_on_after', 'planned_on_before', 'ration', 'ingredient'],
  begins: (today) => ({ after: today, before: today }),
  ...SHOWN_BY_VIEW,
} as const satisfies ReportDefinition;
