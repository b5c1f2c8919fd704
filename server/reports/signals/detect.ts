import { sql } from 'kysely';
import { addDays } from '#contract/days.ts';
import { CHART_RULES, type ChartRule, SIGNAL_VALUES } from '#contract/reports/signal-words.ts';
import type { ReportScope } from '#server/reports/sql/scope.ts';
import { remakeIntakes, remakeLoads } from './chart-days.ts';
import { type Deviation, deviationsOf, keyOf, matched, withoutRepeats } from './deviations.ts';
import { type Found, KEPT, type Kept, keep } from './keep.ts';
import { seriesOf } from './series.ts';
import { HISTORY_DAYS } from './walk.ts';
import type { Watches } from './watches.ts';
import { worthOf } from './worth.ts';

/** Days. A deviation that ended earlier isn't news when its days are first scanned. */
const NEWS_DAYS = 30;

/** The stale chart days of a farm, which are marked as scanned. Days whose leftovers aren't weighed yet remain stale. */
async function takeDue({ client, db, farms: [farm] }: ReportScope): Promise<Days> {
  const settled = addDays(farm?.today ?? '', -2);
  const { rows } = await sql<{ day: string; settled: boolean }>`
    with gone as (
      delete from chart_day_due where client_id = ${client} and farm_id = ${farm?.id} and (not settled or day <= ${settled}::date) returning day, settled
    ), later as (
      insert into chart_day_due (client_id, farm_id, day, settled)
      select distinct ${client}::bigint, ${farm?.id}::bigint, day, true from gone where not settled and day > ${settled}::date
    )
    select distinct day, settled from gone order by day`.execute(db);
  const loads = rows.flatMap((row) => (row.settled ? [] : [row.day]));
  const intakes = [...new Set(rows.flatMap((row) => (row.day <= settled ? [row.day] : [])))];
  return { loads, intakes };
}

/** Scans the changed days of the scope's farm again. One transaction: days of an unfinished scan remain stale. */
export async function lookOverCharts(scope: ReportScope, watches: Watches): Promise<void> {
  await lookOverDays(scope, watches, await takeDue(scope));
}

/** Days to scan by loads and measurements, and days to scan by intakes. */
interface Days {
  loads: readonly string[];
  intakes: readonly string[];
}

/**
 * Rebuilds the values of some days and scans the series that have values on them, starting early enough that older values have no weight. A
 * new deviation is reported from the day `news` on.
 */
export async function lookOverDays(scope: ReportScope, watches: Watches, { loads, intakes }: Days, news?: string): Promise<void> {
  const { client, db, farms } = scope;
  const [farm] = farms;
  if (!farm) return;
  const [first] = [...loads, ...intakes].toSorted();
  if (first === undefined) return;
  const changed = [
    ...(loads.length > 0 ? await remakeLoads(scope, loads) : []),
    ...(intakes.length > 0 ? await remakeIntakes(scope, intakes) : []),
  ];
  const keys = [...new Map(changed.map((key) => [keyOf(key), key])).values()];
  const from = addDays(first, -HISTORY_DAYS);
  const place = { client, farm: farm.id };
  const series = (await seriesOf(db, place, keys, from)).filter(({ rule }) => watches.isActive(farm.id, rule));
  const deviations = withoutRepeats(series.flatMap((one) => deviationsOf(one, watches, farm.id)));
  const { rows: kept } = await sql<Kept>`
    select ${KEPT} from signal s
    where s.client_id = ${client} and s.farm_id = ${farm.id} and s.rule = any(${[...CHART_RULES]}) and (not s.over or s.last_seen >= ${from}::date)
    order by s.since desc`.execute(db);
  const found = matched(deviations, kept, news ?? addDays(farm.today, -NEWS_DAYS));
  const known = new Set(found.map(({ id }) => id));
  const looked = new Set(keys.map(keyOf));
  const ended = kept.filter((one) => !one.over && looked.has(keyOf(one)) && !known.has(one.id)).map(({ id }) => id);
  const worth = await worthOf(db, place, found);
  await keep(
    db,
    client,
    found.map((one, index) => asFound(one, farm.id, worth[index])),
    ended,
    scope.now,
  );
}

const asFound = (one: Deviation & { id: number | null }, farm: number, worth?: { kg: number | null; money: number | null }): Found => ({
  id: one.id,
  farm,
  rule: one.rule satisfies ChartRule,
  subject_kind: SIGNAL_VALUES[one.rule].subject,
  subject: one.subject,
  name: null,
  ingredient: one.ingredient,
  value: one.value,
  bound: one.bound,
  target: one.target,
  kg: worth?.kg ?? null,
  money: worth?.money ?? null,
  since: one.since,
  last: one.last,
  over: one.over,
});
