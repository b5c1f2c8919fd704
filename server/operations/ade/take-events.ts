import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { ADE_SCHEME } from '#contract/ade.ts';
import type { Failure } from '#contract/errors.ts';
import type { AdeBatchResults } from '#contract/operations/ade-events.ts';
import type { Tx } from '#server/db/database.ts';
import type { AdeLocation } from '#server/domain/ade/location.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { ApiError, invalid } from '#server/platform/errors.ts';

type EventKind = 'milk' | 'heads' | 'weight';

interface SentEvent {
  meta: { source: string; sourceId: string };
  animalSetReference?: { identifier: { id: string; scheme: string } } | undefined;
}

/** An event that takes effect: it is new, or has other content than before. */
export interface FreshEvent<Event> {
  /** Position in the request. */
  at: number;
  event: Event;
  /** The row of `ade_event`. */
  id: number;
  group: number | null;
  day: string;
  /** The group's row that the same event wrote before. */
  row: number | null;
}

interface Sent<Event extends SentEvent> {
  kind: EventKind;
  events: readonly Event[];
  /** Part of an event's content that the request's path gives. */
  direction?: string;
  toDay: (event: Event) => string;
}

/** Errors of events by their position and field. */
export type EventErrors = ReturnType<typeof createErrors>;
function createErrors() {
  const errors: Failure['errors'] = {};
  return {
    /** Adds a refusal under the event's own names of the fields. */
    add(at: number, refusal: ApiError, names: Readonly<Record<string, string>> = {}) {
      for (const [field, found] of Object.entries(refusal.errors)) errors[`${at}.${names[field] ?? field}`] ??= found;
    },
    demandNone() {
      if (Object.keys(errors).length > 0) throw new ApiError(400, errors);
    },
  };
}

const hashEvent = (event: object, direction = '') =>
  createHash('sha256')
    .update(JSON.stringify([direction, event]))
    .digest('base64');

/**
 * Takes events of another program in one transaction, all or none. An event that was taken before with equal content has no further effect.
 * `apply` writes the effect of the others, and may correct what an event of the same id wrote.
 */
export async function takeEvents<Event extends SentEvent>(
  context: ClientContext,
  location: AdeLocation,
  sent: Sent<Event>,
  apply: (tx: Tx, inside: ClientContext, fresh: FreshEvent<Event>[], errors: EventErrors) => Promise<void>,
): Promise<AdeBatchResults> {
  return context.write(async (tx) => {
    const inside: ClientContext = { ...context, db: tx, write: (work) => work(tx) };
    const errors = createErrors();
    const groups = await findGroups(tx, context, location, sent.events, errors);
    errors.demandNone();
    const claimed = await claimEvents(tx, context, location, sent, groups, errors);
    errors.demandNone();
    const fresh = claimed.filter(({ result }) => result !== 'repeated');
    if (fresh.length > 0) await apply(tx, inside, fresh, errors);
    errors.demandNone();
    const modified = context.services.now().toISOString();
    return claimed.map(({ id, event: { meta }, result }) => ({
      id: String(id),
      meta: { source: meta.source, sourceId: meta.sourceId, isDeleted: false, modified },
      messages: [],
      result,
    }));
  });
}

/** The group of each event that names one; an error at its identifier if the location has no such group. Locks the groups. */
async function findGroups(
  tx: Tx,
  { client }: ClientContext,
  { farm }: AdeLocation,
  events: readonly SentEvent[],
  errors: EventErrors,
): Promise<Map<number, number>> {
  const named = events.flatMap(({ animalSetReference }, at) => (animalSetReference ? [{ at, ...animalSetReference.identifier }] : []));
  const { rows } = await sql<{ at: number; group: number }>`
    select n.at, t.id as group
    from unnest(${named.map(({ at }) => at)}::bigint[], ${named.map(({ scheme }) => scheme)}::text[], ${named.map(({ id }) => id)}::text[]) n (at, scheme, id)
    left join external_id x on x.client_id = ${client} and x.resource = 'groups' and x.system = n.scheme and x.outside_id = n.id
    join animal_group t on t.client_id = ${client} and t.farm_id = ${farm} and not t.deleted
      and (t.id = x.resource_id or (n.scheme = ${ADE_SCHEME} and t.id::text = n.id))
    order by t.id for key share of t`.execute(tx);
  const groups = new Map(rows.map(({ at, group }) => [at, group]));
  for (const { at } of named) {
    if (!groups.has(at)) errors.add(at, invalid('animalSetReference.identifier.id', 'invalid_value'));
  }
  return groups;
}

interface Claimed<Event> extends FreshEvent<Event> {
  result: AdeBatchResults[number]['result'];
}

interface Stored {
  id: number;
  digest: string;
  group: number | null;
  day: string;
  row: number | null;
  created: boolean;
}

/**
 * Stores the events. The statement waits for another request with the same event. An error at the event's id if it was taken with other
 * content and can't be corrected: heads have moved, and milk and weights stay with their group and day.
 */
async function claimEvents<Event extends SentEvent>(
  tx: Tx,
  context: ClientContext,
  location: AdeLocation,
  { kind, events, direction, toDay }: Sent<Event>,
  groups: ReadonlyMap<number, number>,
  errors: EventErrors,
): Promise<Claimed<Event>[]> {
  const claimed: Claimed<Event>[] = [];
  const seen = new Set<number>();
  for (const [at, event] of events.entries()) {
    const { source, sourceId } = event.meta;
    const digest = hashEvent(event, direction);
    const [group, day] = [groups.get(at) ?? null, toDay(event)];
    const { rows } = await sql<Stored>`
      insert into ade_event as e (client_id, kind, system, event_id, digest, farm_id, group_id, day, received_at)
      values (${context.client}, ${kind}, ${source}, ${sourceId}, ${digest}, ${location.farm}, ${group}, ${day}, ${context.services.now().toISOString()})
      on conflict (client_id, kind, system, event_id) do update set event_id = excluded.event_id
      returning id, digest, group_id as group, day, row_id as row, xmax = 0 as created`.execute(tx);
    const stored = rows[0] as Stored;
    const isCreated = stored.created && !seen.has(stored.id);
    const isRepeated = !isCreated && stored.digest === digest;
    // Two events of one request with the same id aren’t a correction.
    const isFixed = kind === 'heads' || seen.has(stored.id) || stored.group !== group || stored.day !== day;
    seen.add(stored.id);
    if (!isCreated && !isRepeated && isFixed) errors.add(at, invalid('meta.sourceId', 'not_unique'));
    const result = isCreated ? 'created' : isRepeated ? 'repeated' : 'updated';
    if (result === 'updated')
      await sql`update ade_event set digest = ${digest} where client_id = ${context.client} and id = ${stored.id}`.execute(tx);
    claimed.push({ at, event, id: stored.id, group, day, row: stored.row, result });
  }
  return claimed;
}
