import { sql } from 'kysely';
import { ALERT_CODES, type SignalRule } from '#contract/reports/signal-words.ts';
import { serviceUse } from '#server/domain/service-use.ts';
import { alertItems, FEW_DAYS } from '#server/reports/dashboard/alerts.ts';
import type { ReportScope } from '#server/reports/sql/scope.ts';
import { type Found, KEPT, type Kept, keep, type SeenFault } from './keep.ts';
import { feedsWithOldAnalysis, groupsBelowNorm } from './nutrient-faults.ts';
import type { Watches } from './watches.ts';

/** The overview's alerts, one per fault: several weighings of a feeding or of a feed are one alert. */
async function alertsNow(scope: ReportScope): Promise<SeenFault[]> {
  const ofFeed = `code in ('stock_below_zero', 'days_left', 'beyond_tolerance')`;
  const { rows } = await sql<SeenFault>`
    with ${alertItems(scope)}, thing as (
      select l.*, case when ${sql.raw(ofFeed)} then l.ingredient else l.id end as subject,
        case when ${sql.raw(ofFeed)} then n.name else l.name end as called
      from listed l left join ingredient n on n.client_id = ${scope.client} and n.id = l.ingredient
    )
    select code as rule, farm, subject, case when ${sql.raw(ofFeed)} then 'ingredient' when code = 'no_facts' then 'farm' else 'feeding' end as subject_kind,
      min(called) as name, (array_agg(value order by abs(value) desc))[1] as value,
      case code when 'days_left' then ${FEW_DAYS}::numeric when 'stock_below_zero' then 0 when 'beyond_tolerance' then (array_agg(tolerance order by abs(value) desc))[1] end as bound,
      case when code <> 'days_left' then sum(abs(value)) end as kg, sum(money) as money, min(day) as since,
      case when code = 'beyond_tolerance' then max(day) end as last
    from thing group by code, farm, subject`.execute(scope.db);
  return rows;
}

/** Services that are due, with how much of their interval is used. */
async function servicesNow({ client, db, now }: ReportScope): Promise<SeenFault[]> {
  const { rows } = await sql<SeenFault>`
    select 'service_due' as rule, t.farm_id as farm, t.id as subject, 'service_plan' as subject_kind, m.name || ': ' || t.name as name,
      100 * u.part as value, 100 as bound, null as kg, null as money, null as since, null as last
    from service_plan t join mixer m on m.client_id = t.client_id and m.id = t.mixer_id and not m.deleted
    join farm on farm.client_id = t.client_id and farm.id = t.farm_id
    ${serviceUse(sql`(${now}::timestamptz at time zone farm.timezone)::date`)}
    where t.client_id = ${client} and not t.deleted and u.part >= 1`.execute(db);
  return rows;
}

const STATE_RULES: readonly SignalRule[] = ['service_due', 'nutrient_norm', 'analysis_age', ...ALERT_CODES];
const toSeenKey = ({ farm, rule, subject }: Pick<Kept, 'farm' | 'rule' | 'subject'>) => `${farm} ${rule} ${subject}`;
/** Without a value for so long, a chart's deviation has ended: nobody loads any more. */
const SILENT_DAYS = 30;

/**
 * Scans the current faults at the scope's farms. Each fault is one signal while it lasts. A fault that returns on the day it was last seen
 * is the same signal, so that a stock that repeatedly runs short is reported once a day.
 */
export async function lookOverState(scope: ReportScope, watches: Watches): Promise<void> {
  const { client, db, farms } = scope;
  const [alerts, services, low, old, { rows: kept }, { rows: silent }] = [
    await alertsNow(scope),
    await servicesNow(scope),
    await groupsBelowNorm(scope),
    await feedsWithOldAnalysis(scope),
    await sql<Kept>`
      select ${KEPT} from signal s where s.client_id = ${client} and s.rule = any(${[...STATE_RULES]}) and (not s.over or s.last_seen >= ${scope.from}::date)
      order by s.over, s.last_seen desc, s.id desc`.execute(db),
    await sql<{ id: number }>`
      select s.id from signal s join farm f on f.client_id = s.client_id and f.id = s.farm_id
      where s.client_id = ${client} and not s.over and s.rule <> all(${[...STATE_RULES]})
        and s.last_seen < (${scope.now}::timestamptz at time zone f.timezone)::date - ${SILENT_DAYS}::integer`.execute(db),
  ];
  const todays = new Map(farms.map(({ id, today }) => [id, today]));
  const seen = [...alerts, ...services, ...low, ...old].filter(({ farm, rule }) => watches.isActive(farm, rule));
  const found = seen.map((one): Found => {
    const today = todays.get(one.farm) ?? scope.to;
    const signal = kept.find((known) => toSeenKey(known) === toSeenKey(one) && (!known.over || known.last >= today));
    const since = signal?.since ?? earlier(one.since ?? today, today);
    return { ...one, id: signal?.id ?? null, ingredient: 0, target: null, since, last: one.last ?? today, over: false };
  });
  const there = new Set(found.map(({ id }) => id));
  const ended = [...kept.filter(({ id, over }) => !over && !there.has(id)), ...silent].map(({ id }) => id);
  if (found.length > 0 || ended.length > 0) await keep(db, client, found, ended, scope.now);
}

const earlier = (a: string, b: string) => (a < b ? a : b);
