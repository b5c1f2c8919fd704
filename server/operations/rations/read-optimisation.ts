import { sql } from 'kysely';
import type { Failure } from '#contract/errors.ts';
import type { OptimiseBody, OptimiseFeed, RationLimits } from '#contract/least-cost.ts';
import type { RationItemRow } from '#contract/operations/ration-items.ts';
import type { RationProblem } from '#server/domain/least-cost/ration-program.ts';
import {
  findFeeds,
  findNutrients,
  lacksPrice,
  listMissing,
  listNutrientIds,
  type StoredFeed,
  type StoredNutrient,
  toProblemFeed,
} from '#server/domain/least-cost/read-feeds.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { ApiError, fieldError } from '#server/platform/errors.ts';
import type { AnyRow } from '#server/platform/resource/table.ts';

export interface Optimisation {
  /** Day of prices and analyses. */
  day: string;
  problem: RationProblem;
  /** The problem with the feeds of the present ration, too. */
  all: RationProblem;
  /** Limits for which a feed of the present ration has no analysis. */
  missing: ReadonlySet<number>;
}

async function findToday({ db, client, services }: ClientContext, farm: number): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select (${services.now().toISOString()}::timestamptz at time zone timezone)::date::text as day
    from farm where client_id = ${client} and id = ${farm}`.execute(db);
  return rows[0]?.day ?? '';
}

/** Errors of the whole request, by field. */
function createRefusals() {
  const errors: Failure['errors'] = {};
  const refuse = (field: string, ...given: Parameters<typeof fieldError>) => {
    errors[field] ??= [fieldError(...given)];
  };
  const throwIfAny = () => {
    if (Object.keys(errors).length > 0) throw new ApiError(400, errors);
  };
  return { refuse, throwIfAny };
}
type Refuse = ReturnType<typeof createRefusals>['refuse'];

function judgeFeeds(feeds: readonly { ingredient: number }[], known: ReadonlyMap<number, StoredFeed>, refuse: Refuse): void {
  const seen = new Set<number>();
  for (const [index, { ingredient }] of feeds.entries()) {
    if (!known.has(ingredient) || seen.has(ingredient)) refuse(`feeds.${index}.ingredient`, 'invalid_value');
    seen.add(ingredient);
  }
}

function judgePrices(feeds: readonly OptimiseFeed[], known: ReadonlyMap<number, StoredFeed>, refuse: Refuse): void {
  for (const [index, { ingredient, price }] of feeds.entries()) {
    const feed = known.get(ingredient);
    if (feed && (price ?? null) === null && lacksPrice(feed)) refuse(`feeds.${index}.price`, 'required');
  }
}

function judgeLimits(
  { limits, feeds }: Pick<RationLimits, 'limits' | 'feeds'>,
  nutrients: ReadonlyMap<number, StoredNutrient>,
  refuse: Refuse,
): void {
  const offered = new Set(feeds.map(({ ingredient }) => ingredient));
  for (const [index, limit] of limits.entries()) {
    for (const { id, field } of listNutrientIds(limit)) if (!nutrients.has(id)) refuse(`limits.${index}.${field}`, 'invalid_value');
    if (limit.of !== 'feeds') continue;
    const stranger = limit.feeds.findIndex((id) => !offered.has(id));
    if (stranger !== -1) refuse(`limits.${index}.feeds.${stranger}`, 'invalid_value');
  }
}

/** 400 at each feed that lacks a limited nutrient. The values name the nutrients, because a missing value isn't 0. */
function judgeAnalyses(
  { feeds, limits }: OptimiseBody,
  known: ReadonlyMap<number, StoredFeed>,
  nutrients: ReadonlyMap<number, StoredNutrient>,
  refuse: Refuse,
): void {
  for (const [index, { ingredient }] of feeds.entries()) {
    const feed = known.get(ingredient);
    const missing = new Set(feed && limits.flatMap((limit) => listMissing(limit, feed, nutrients)).map(({ name }) => name));
    if (missing.size > 0) refuse(`feeds.${index}.values`, 'required', { values: [...missing] });
  }
}

/** 400 at each feed or nutrient of remembered limits that the farm can't use. Prices and analyses may be missing until the next run. */
export async function demandLimits(context: ClientContext, farm: number, body: RationLimits): Promise<void> {
  const wanted = body.limits.flatMap((limit) => listNutrientIds(limit).map(({ id }) => id));
  const ids = body.feeds.map(({ ingredient }) => ingredient);
  const day = await findToday(context, farm);
  const [found, nutrients] = [await findFeeds(context, farm, day, ids, []), await findNutrients(context, wanted)];
  const { refuse, throwIfAny } = createRefusals();
  judgeFeeds(body.feeds, new Map(found.map((feed) => [feed.id, feed])), refuse);
  judgeLimits(body, new Map(nutrients.map((nutrient) => [nutrient.id, nutrient])), refuse);
  throwIfAny();
}

/** The problem of a ration in exact decimals. 400 at each field that is wrong or lacks an analysis. */
export async function readOptimisation(context: ClientContext, ration: AnyRow, body: OptimiseBody): Promise<Optimisation> {
  const farm = ration.farm as number;
  const present = (ration.items as RationItemRow[]).map(({ ingredient }) => ingredient);
  const wanted = body.limits.flatMap((limit) => listNutrientIds(limit).map(({ id }) => id));
  const ids = [...new Set([...body.feeds.map(({ ingredient }) => ingredient), ...present])];
  const day = body.day ?? (await findToday(context, farm));
  const [found, nutrientRows] = [await findFeeds(context, farm, day, ids, wanted), await findNutrients(context, wanted)];
  const known = new Map(found.map((feed) => [feed.id, feed]));
  const nutrients = new Map(nutrientRows.map((nutrient) => [nutrient.id, nutrient]));
  const { refuse, throwIfAny } = createRefusals();
  judgeFeeds(body.feeds, known, refuse);
  judgePrices(body.feeds, known, refuse);
  judgeLimits(body, nutrients, refuse);
  judgeAnalyses(body, known, nutrients, refuse);
  if (body.price_line !== null && !body.feeds.some(({ ingredient }) => ingredient === body.price_line))
    refuse('price_line', 'invalid_value');
  throwIfAny();
  const offered = new Set(body.feeds.map(({ ingredient }) => ingredient));
  const others = present.flatMap((id) => (known.has(id) && !offered.has(id) ? [known.get(id) as StoredFeed] : []));
  const missing = body.limits.flatMap((limit, index) =>
    others.some((feed) => listMissing(limit, feed, nutrients).length > 0) ? [index] : [],
  );
  const measures = Object.fromEntries(nutrientRows.map(({ id, unit, per }) => [id, { unit, per }]));
  const feeds = body.feeds.map((given) => toProblemFeed(known.get(given.ingredient) as StoredFeed, given));
  const problem = { feeds, nutrients: measures, limits: body.limits };
  return { day, problem, all: { ...problem, feeds: [...feeds, ...others.map((feed) => toProblemFeed(feed))] }, missing: new Set(missing) };
}
