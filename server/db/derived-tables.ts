/** Tables that follow from a client's other tables: maintained by triggers, or rebuilt by a job from stale days. */
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
  'nutrient_day',
  'nutrient_month',
  'feeding_day_due',
  'chart_day',
  'chart_day_due',
] as const;
