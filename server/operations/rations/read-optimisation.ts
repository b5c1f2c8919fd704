import { sql } from 'kysely';
import type { Failure } from '#contract/errors.ts';
import type { Limit, OptimiseBody, OptimiseFeed } from '#contract/least-cost.ts';
import type { RationItemRow } from '#contract/operations/ration-items.ts';
import type { RationFeed, RationProblem } from '#server/domain/least-cost/ration-program.ts';
import { shownPrice } from '#server/domain/shown-price.ts';
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

interface Feed {
  id: number;
  dry_matter: string;
  price: string;
  values: Record<number, string>;
}

interface Nutrient {
  id: number;
  name: string;
  unit: string;
  per: 'dry' | 'fresh';
}

const listNutrientIds = (limit: Limit): { id: number; field: 'nutrient' | 'to' }[] => [
  ...('nutrient' in limit ? [{ id: limit.nutrient, field: 'nutrient' as const }] : []),
  ...('to' in limit ? [{ id: limit.to, field: 'to' as const }] : []),
];

/** Feeds that the farm may use, with the price of their purchases or list and their values of a day. */
async function findFeeds({ db, client }: ClientContext, farm: number, day: string, ids: number[], nutrients: number[]): Promise<Feed[]> {
  const { rows } = await sql<Feed>`
    select i.id, i.dry_matter::text, ${sql.raw(shownPrice('coalesce(nullif(i.average_price, 0), i.price)'))}::text as price,
      (select coalesce(json_object_agg(n.nutrient_id, n.value::text), '{}') from feed_nutrient n
        where n.client_id = i.client_id and n.ingredient_id = i.id and n.nutrient_id = any(${nutrients})
          and n.since <= ${day} and n.until > ${day}) as values
    from ingredient i
    join stock s on s.client_id = i.client_id and s.id = i.stock_id
    join farm f on f.client_id = i.client_id and f.id = ${farm}
    where i.client_id = ${client} and i.id = any(${ids}) and not i.deleted
      and (i.farm_id = f.id or (s.farm_id is null and s.company_id = f.company_id))`.execute(db);
  return rows;
}

async function findNutrients({ db, client }: ClientContext, ids: number[]): Promise<Nutrient[]> {
  const { rows } = await sql<Nutrient>`
    select id, name, unit, per from nutrient where client_id = ${client} and id = any(${ids}) and not deleted`.execute(db);
  return rows;
}

async function findToday({ db, client, services }: ClientContext, farm: number): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select (${services.now().toISOString()}::timestamptz at time zone timezone)::date::text as day
    from farm where client_id = ${client} and id = ${farm}`.execute(db);
  return rows[0]?.day ?? '';
}

/** Nutrients of a limit that a feed lacks. Without dry matter, a feed contains none of a nutrient per dry matter. */
const listMissing = (limit: Limit, feed: Feed, nutrients: ReadonlyMap<number, Nutrient>): Nutrient[] =>
  listNutrientIds(limit).flatMap(({ id }) => {
    const nutrient = nutrients.get(id);
    if (!nutrient || id in feed.values || (nutrient.per === 'dry' && Number(feed.dry_matter) === 0)) return [];
    return [nutrient];
  });

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

function judgeFeeds(feeds: readonly OptimiseFeed[], known: ReadonlyMap<number, Feed>, refuse: Refuse): void {
  const seen = new Set<number>();
  for (const [index, { ingredient, price }] of feeds.entries()) {
    const feed = known.get(ingredient);
    if (!feed || seen.has(ingredient)) refuse(`feeds.${index}.ingredient`, 'invalid_value');
    else if ((price ?? null) === null && Number(feed.price) === 0) refuse(`feeds.${index}.price`, 'required');
    seen.add(ingredient);
  }
}

function judgeLimits({ limits, feeds }: OptimiseBody, nutrients: ReadonlyMap<number, Nutrient>, refuse: Refuse): void {
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
  known: ReadonlyMap<number, Feed>,
  nutrients: ReadonlyMap<number, Nutrient>,
  refuse: Refuse,
): void {
  for (const [index, { ingredient }] of feeds.entries()) {
    const feed = known.get(ingredient);
    const missing = new Set(feed && limits.flatMap((limit) => listMissing(limit, feed, nutrients)).map(({ name }) => name));
    if (missing.size > 0) refuse(`feeds.${index}.values`, 'required', { values: [...missing] });
  }
}

const toProblemFeed = ({ id, dry_matter, price, values }: Feed, given?: OptimiseFeed): RationFeed => ({
  ingredient: id,
  price: (given?.price ?? null) === null ? price : String(given?.price),
  min: String(given?.min ?? 0),
  max: (given?.max ?? null) === null ? null : String(given?.max),
  dryMatter: dry_matter,
  values,
});

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
  judgeLimits(body, nutrients, refuse);
  judgeAnalyses(body, known, nutrients, refuse);
  if (body.price_line !== null && !body.feeds.some(({ ingredient }) => ingredient === body.price_line))
    refuse('price_line', 'invalid_value');
  throwIfAny();
  const offered = new Set(body.feeds.map(({ ingredient }) => ingredient));
  const others = present.flatMap((id) => (known.has(id) && !offered.has(id) ? [known.get(id) as Feed] : []));
  const missing = body.limits.flatMap((limit, index) =>
    others.some((feed) => listMissing(limit, feed, nutrients).length > 0) ? [index] : [],
  );
  const measures = Object.fromEntries(nutrientRows.map(({ id, unit, per }) => [id, { unit, per }]));
  const feeds = body.feeds.map((given) => toProblemFeed(known.get(given.ingredient) as Feed, given));
  const problem = { feeds, nutrients: measures, limits: body.limits };
  return { day, problem, all: { ...problem, feeds: [...feeds, ...others.map((feed) => toProblemFeed(feed))] }, missing: new Set(missing) };
}
