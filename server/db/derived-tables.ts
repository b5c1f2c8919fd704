/** What follows from a client's other tables: kept by triggers, or made anew by a job from what is due. */
export const DERIVED_TABLES = [
  'feed_day',
  'feed_month',
  'stock_day',
  'stock_month',
  'stock_average',
  'feeding_day',
  'noted_day',
  'share_day',
  'share_month',
  'feeding_day_due',
  'chart_day',
  'chart_day_due',
] as const;
