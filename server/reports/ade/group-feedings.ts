import { sql } from 'kysely';
import type { AdeEventQuery } from '#contract/ade.ts';
import { type AdeRow, collect, findPath, selectModified, toIdentifier, toQuantity, toResource } from '#server/domain/ade/collection.ts';
import { readEventDays } from '#server/domain/ade/event-range.ts';
import type { AdeLocation } from '#server/domain/ade/location.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { reportTurns } from '#server/reports/kit/endpoints.ts';
import { feedings } from '#server/reports/sql/feedings.ts';
import { percentOf } from '#server/reports/sql/formulas.ts';
import { lengthOf, resolveScope } from '#server/reports/sql/scope.ts';

interface FeedingRow extends AdeRow {
  at: string;
  heads: number;
  group: number;
  ration: number;
  mixer: number;
  plan: number;
  delivered: number | null;
  consumed: number | null;
  dry_matter: number | null;
  dry_matter_percent: number | null;
  cost: number | null;
}

/**
 * The feedings of a farm's days, each for one group: the rows that the report `planfeed` adds up. The moment of an event is the start of
 * unloading, else that of loading, else the planned time. Its last change is that of the feeding or of the group's leftovers.
 */
export async function listGroupFeedings(context: ClientContext, location: AdeLocation, query: AdeEventQuery) {
  const { client } = context;
  const days = readEventDays(query, location.timezone, context.services.now());
  const scope = await resolveScope(context, { farm: [location.farm], planned_on_after: days.from, planned_on_before: days.to });
  const last = (resource: 'schedules' | 'leftovers', id: string) => selectModified(client, location.since, resource, id);
  const rows = sql`
    with ${feedings(scope)}
    select f.schedule_id || '_' || f.group_id as id, false as deleted, f.day, f.schedule_id, f.group_id as "group", f.ration_id as ration, f.mixer_id as mixer,
      coalesce(f.started_at, s.started_at, (f.day + coalesce(l.start_time, time '00:00')) at time zone ${location.timezone}) as at,
      greatest(${last('schedules', 'f.schedule_id')}, (
        select max(${last('leftovers', 'o.id')}) from leftover o
        where o.client_id = ${client} and o.farm_id = f.farm_id and o.group_id = f.group_id and o.fed_on = f.day
      )) as modified,
      f.heads, f.plan, f.fact as delivered, f.fact - coalesce(f.leftover, 0) as consumed, f.cost, f.dry_matter,
      ${sql.raw(percentOf('f.dry_matter', 'f.of_load'))} as dry_matter_percent
    from feeding f join schedule s on s.client_id = ${client} and s.id = f.schedule_id
    left join loading l on l.client_id = ${client} and l.id = s.loading_id`;
  const length = lengthOf(days.from, days.to);
  return reportTurns[length].during(client, () =>
    collect<FeedingRow>(context, {
      query,
      path: findPath(location, 'group-feeding'),
      range: { 'start-date-time': query['start-date-time'], 'end-date-time': query['end-date-time'] },
      order: 'day, schedule_id, "group"',
      rows,
      db: scope.db,
      toMember: (row) => toEvent(context, location, row),
    }),
  );
}

function toEvent(context: ClientContext, location: AdeLocation, row: FeedingRow) {
  const quantity = (name: string, value: number | null) => (value === null ? {} : { [name]: toQuantity(value) });
  const figure = (name: string, value: number | null) => (value === null ? {} : { [name]: value });
  return {
    ...toResource(context, location, 'icarGroupFeedingEventResource', row),
    eventDateTime: row.at,
    groupMethod: 'ExistingAnimalSet',
    countObserved: row.heads,
    animalSetReference: { identifier: toIdentifier(row.group) },
    device: { identifier: toIdentifier(row.mixer) },
    rationTotal: [
      {
        rationId: String(row.ration),
        entitlement: toQuantity(row.plan),
        ...quantity('delivered', row.delivered),
        ...quantity('feedConsumption', row.consumed),
        ...figure('dryMatterPercentage', row.dry_matter_percent),
        ...quantity('dryMatter', row.dry_matter),
        ...figure('totalCost', row.cost),
        currency: location.currency,
      },
    ],
  };
}
