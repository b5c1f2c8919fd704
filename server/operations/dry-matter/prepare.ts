import { sql } from 'kysely';
import { weighedPercent } from '#contract/operations/dry-matter.ts';
import type { Tx } from '#server/db/database.ts';
import { momentsCheck } from '#server/domain/moment.ts';
import { accountOf } from '#server/platform/auth/principal.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { invalid } from '#server/platform/errors.ts';
import { refuseIfThrown } from '#server/platform/resource/change.ts';
import { ask } from '#server/platform/resource/check.ts';
import type { Change, Input } from '#server/platform/resource/table.ts';

/** A phone's clock may be ahead by so much. */
const CLOCK_SKEW_MS = 300_000;

interface Measured {
  at: number;
  percent: number;
}

/** A feed while its measurements are added one after the other. */
interface Feed {
  id: number;
  farm: number;
  dry_matter: number;
  /** Day from which the dry matter holds. */
  dry_matter_on: string;
  /** Number of measurements in the mean. */
  mean: number;
  /** The last measurements, newest first, at most `mean`. */
  last: Measured[];
}

/**
 * Finds the columns of measurements, in the order of the list: each sees its feed as the ones before it leave it.
 * `found.changed` is true if the feed's dry matter becomes another.
 */
export async function prepareMeasurements(tx: Tx, context: ClientContext, changes: readonly Change[]): Promise<void> {
  for (const change of changes) refuseIfThrown(change, () => calculatePercent(change.input));
  const figured = changes.filter(({ refused }) => !refused);
  if (figured.length === 0) return;
  const feeds = await lockFeeds(tx, context.client, figured);
  const now = context.services.now();
  for (const change of figured) demandPast(change, now);
  const past = figured.filter(({ refused }) => !refused);
  const given = past.map(({ input, refuse }) => {
    const { farm } = feeds.get(input.ingredient as number) as Feed;
    return { farm, at: input.measured_at as string | undefined, field: 'measured_at', refuse };
  });
  const moments = await ask(tx, momentsCheck(context, given));
  for (const [index, change] of past.entries()) {
    const moment = moments[index];
    if (change.refused || !moment) continue;
    const feed = feeds.get(change.input.ingredient as number) as Feed;
    const percent = calculatePercent(change.input);
    const { dry_matter: previous } = feed;
    const used = takeFigure(feed, { at: Date.parse(moment.at), percent }, moment.day);
    change.found.changed = feed.dry_matter !== previous;
    Object.assign(change.columns, {
      ...{ percent, previous, used, farm_id: feed.farm, measured_at: moment.at, day: moment.day },
      ...{ account_id: accountOf(context.principal).id, load_before: 0, load_after: 0, cost_moved: 0 },
    });
  }
}

function demandPast({ input, refuse }: Change, now: Date): void {
  const isAhead = input.measured_at !== undefined && Date.parse(input.measured_at as string) > now.getTime() + CLOCK_SKEW_MS;
  if (isAhead) refuse(invalid('measured_at', 'too_large', { limit: now.toISOString() }));
}

/** Locks the feeds of these rows, and reads them with their last measurements. */
async function lockFeeds(tx: Tx, client: number, changes: readonly Change[]): Promise<Map<number, Feed>> {
  const ids = [...new Set(changes.map(({ input }) => input.ingredient as number))];
  await sql`
    select from ingredient where client_id = ${client} and id = any(${ids}) order by id for no key update`.execute(tx);
  const { rows } = await sql<Omit<Feed, 'last'> & { last: { measured_at: string; percent: number }[] }>`
    select i.id, i.farm_id as farm, i.dry_matter, i.dry_matter_on, f.dry_matter_mean as mean, array(
      select json_build_object('measured_at', m.measured_at, 'percent', m.percent) from measurement m
      where m.client_id = i.client_id and m.ingredient_id = i.id order by m.measured_at desc, m.id desc limit f.dry_matter_mean
    ) as last
    from ingredient i join farm f on f.client_id = i.client_id and f.id = i.farm_id
    where i.client_id = ${client} and i.id = any(${ids})`.execute(tx);
  const toMeasured = ({ measured_at, percent }: { measured_at: string; percent: number }) => ({ at: Date.parse(measured_at), percent });
  return new Map(rows.map(({ last, ...feed }) => [feed.id, { ...feed, last: last.map(toMeasured) }]));
}

/** Adds a measurement to its feed. Returns the dry matter that the feed takes, or null if something newer is known. */
function takeFigure(feed: Feed, measured: Measured, day: string): number | null {
  const place = feed.last.findIndex(({ at }) => at <= measured.at);
  feed.last.splice(place === -1 ? feed.last.length : place, 0, measured);
  feed.last.length = Math.min(feed.last.length, feed.mean);
  if (feed.dry_matter_on > day) return null;
  feed.dry_matter = meanPercent(feed.last);
  feed.dry_matter_on = day;
  return feed.dry_matter;
}

/** The mean in hundredths of a percent, half rounded up: exact, in whole numbers. */
function meanPercent(last: readonly Measured[]): number {
  const hundredths = last.reduce((sum, { percent }) => sum + Math.round(percent * 100), 0);
  return Math.floor((2 * hundredths + last.length) / (2 * last.length)) / 100;
}

/** The dry matter in percent: given, or of what a sample weighed wet and dry. */
export function calculatePercent({ percent, wet, dry }: Input): number {
  const given = (percent ?? null) as number | null;
  const [before, after] = [(wet ?? null) as number | null, (dry ?? null) as number | null];
  if (before === null && after === null) {
    if (given === null) throw invalid('percent', 'required');
    return given;
  }
  if (before === null) throw invalid('wet', 'required');
  if (after === null) throw invalid('dry', 'required');
  if (after > before) throw invalid('dry', 'too_large', { limit: before });
  const weighed = weighedPercent(before, after);
  if (weighed === 0) throw invalid('dry', 'min_val', { limit: Math.ceil(before * 0.05) / 1000 });
  if (given !== null && given !== weighed) throw invalid('percent', 'invalid_value');
  return weighed;
}
