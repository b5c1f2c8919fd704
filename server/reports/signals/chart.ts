import { addDays } from '#contract/days.ts';
import { isChartRule } from '#contract/reports/signal-words.ts';
import { MAX_CHART_POINTS, type SignalChart, type signals } from '#contract/reports/signals.ts';
import type { RowOf } from '#contract/resource.ts';
import type { ClientContext } from '#server/platform/context.ts';
import type { AnyRow } from '#server/platform/resource/table.ts';
import { seriesOf } from './series.ts';
import { HISTORY_DAYS, type Point, walk } from './walk.ts';
import { watchesOf, watchOf } from './watches.ts';

/** Days after a signal's last that its chart still shows: what became of it. */
const DAYS_AFTER = 28;

/** A signal's series as it is judged by the farm's settings of now. */
export async function chartOf({ client, db }: ClientContext, row: AnyRow): Promise<SignalChart> {
  const { rule, farm, subject, ingredient, since, last_seen } = row as RowOf<typeof signals>;
  const known = { rule, since, last_seen };
  if (!isChartRule(rule)) return { ...known, lambda: null, width: null, points: [] };
  const [watches, [series]] = await Promise.all([
    watchesOf(db, client),
    seriesOf(db, { client, farm }, [{ rule, subject, ingredient: ingredient ?? 0 }], addDays(since, -HISTORY_DAYS)),
  ]);
  const watch = watchOf(watches, farm, { rule, ingredient: ingredient ?? 0 });
  const until = addDays(last_seen, DAYS_AFTER);
  const days = (series?.days ?? []).filter(({ day }) => day <= until);
  const points: Point[] = [];
  walk(rule, days, watch, points);
  return { ...known, lambda: watch.lambda, width: watch.width, points: around(points, since) };
}

/** As many points as a chart takes: a third of them before the deviation, if there are more. */
function around(points: readonly Point[], since: string): Point[] {
  const first = points.findIndex(({ day }) => day >= since);
  const latest = Math.max(0, points.length - MAX_CHART_POINTS);
  const start = Math.max(0, first - Math.round(MAX_CHART_POINTS / 3));
  return points.slice(Math.min(start, latest), Math.min(start, latest) + MAX_CHART_POINTS);
}
