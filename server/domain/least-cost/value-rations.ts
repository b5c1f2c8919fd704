import { sql } from 'kysely';
import type { FeedValueState } from '#contract/operations/offers.ts';
import { groupBy } from '#server/platform/resource/group-by.ts';
import type { FeedValue } from './feed-values.ts';
import type { RationFeed, RationProblem } from './ration-program.ts';
import {
  findFeeds,
  findNutrients,
  lacksPrice,
  listMissing,
  listNutrientIds,
  type Reading,
  type StoredFeed,
  toProblemFeed,
} from './read-feeds.ts';
import type { RememberedRation } from './remembered.ts';
import { valueInTurn } from './thread.ts';

/** A supplier's offer that is valid on the day. */
export interface ValidOffer {
  id: number;
  farm: number;
  ingredient: number;
  supplier: string;
  price: string;
  until: string | null;
  kg: number | null;
}

/** The worth of a feed in a ration, at a supplier's price or at the feed's own. */
export interface ValuedFeed {
  ration: RememberedRation;
  feed: StoredFeed;
  offer: ValidOffer | null;
  price: string;
  value: FeedValue;
}

/** Offers that the farms may use on a day. A company's shared store makes an offer one of each farm. */
export async function findValidOffers({ db, client }: Reading, farms: readonly number[], day: string): Promise<ValidOffer[]> {
  const { rows } = await sql<ValidOffer>`
    select o.id, f.id as farm, o.ingredient_id as ingredient, c.name as supplier, o.price::text, o.until_day::text as until, o.kg
    from feed_offer o
    join delivery_company c on c.client_id = o.client_id and c.id = o.company_id and not c.deleted
    join ingredient i on i.client_id = o.client_id and i.id = o.ingredient_id and not i.deleted
    join stock s on s.client_id = i.client_id and s.id = i.stock_id
    join farm f on f.client_id = o.client_id and f.id = any(${farms})
      and (i.farm_id = f.id or (s.farm_id is null and s.company_id = f.company_id))
    where o.client_id = ${client} and o.from_day <= ${day}::date and coalesce(o.until_day, ${day}::date) >= ${day}::date
    order by f.id, o.price, o.id`.execute(db);
  return rows;
}

interface Candidate {
  feed: StoredFeed;
  offer: ValidOffer | null;
  price: string;
}

interface Prepared {
  ration: RememberedRation;
  problem: RationProblem;
  /** Feeds of the ration without a price or an analysis. */
  gaps: ReadonlyMap<number, FeedValueState>;
  candidates: Candidate[];
}

const NOTHING = { worth: null, amount: null, saving: null };

/** The state of a feed that can't be valued: an unknown price or analysis isn't 0. */
function findGap(
  feed: StoredFeed,
  { limits }: RememberedRation,
  nutrients: Awaited<ReturnType<typeof findNutrients>>,
): FeedValueState | null {
  const byId = new Map(nutrients.map((nutrient) => [nutrient.id, nutrient]));
  if (limits.some((limit) => listMissing(limit, feed, byId).length > 0)) return 'no_analysis';
  return lacksPrice(feed) ? 'no_price' : null;
}

/** The day of analyses of a ration, the offers, and the only feed to value; without `only`, all feeds are valued. */
export interface Asking {
  findDay: (ration: RememberedRation) => string;
  offers: readonly ValidOffer[];
  only?: number;
}

/** The problems of one farm's rations, and their candidates. */
async function prepareFarm(
  reading: Reading,
  farm: number,
  rations: readonly RememberedRation[],
  { findDay, offers: all, only }: Asking,
): Promise<Prepared[]> {
  const offers = all.filter((offer) => offer.farm === farm && (only === undefined || offer.ingredient === only));
  const wanted = [...new Set(rations.flatMap(({ limits }) => limits.flatMap((limit) => listNutrientIds(limit).map(({ id }) => id))))];
  const ofRations = rations.flatMap(({ feeds }) => feeds.map(({ ingredient }) => ingredient));
  const ids = [...new Set([...ofRations, ...offers.map(({ ingredient }) => ingredient), ...(only === undefined ? [] : [only])])];
  const [feeds, nutrients] = [
    await findFeeds(reading, farm, findDay(rations[0] as RememberedRation), ids, wanted),
    await findNutrients(reading, wanted),
  ];
  const known = new Map(feeds.map((feed) => [feed.id, feed]));
  const measures = Object.fromEntries(nutrients.map(({ id, unit, per }) => [id, { unit, per }]));
  return rations.map((ration) => {
    const own = ration.feeds.flatMap((bounds) =>
      known.has(bounds.ingredient) ? [{ bounds, feed: known.get(bounds.ingredient) as StoredFeed }] : [],
    );
    const atOwnPrice = only === undefined ? own.map(({ feed }) => feed.id) : [only];
    const candidates = [
      ...atOwnPrice.flatMap((id) => (known.has(id) ? [{ feed: known.get(id) as StoredFeed, offer: null }] : [])),
      ...offers.flatMap((offer) => (known.has(offer.ingredient) ? [{ feed: known.get(offer.ingredient) as StoredFeed, offer }] : [])),
    ].map((one) => ({ ...one, price: one.offer?.price ?? one.feed.price }));
    const gaps = new Map<number, FeedValueState>();
    for (const { feed } of [...own, ...candidates]) {
      const gap = findGap(feed, ration, nutrients);
      if (gap) gaps.set(feed.id, gap);
    }
    const problem = { feeds: own.map(({ feed, bounds }) => toProblemFeed(feed, bounds)), nutrients: measures, limits: ration.limits };
    return { ration, problem, gaps, candidates };
  });
}

/** True if the feed has all that its worth needs. An offer brings a price of its own. */
const isComplete = ({ gaps }: Prepared, { feed, offer }: Candidate): boolean => {
  const gap = gaps.get(feed.id);
  return gap === undefined || (gap === 'no_price' && offer !== null);
};

/** The worth of feeds in rations with remembered limits: of each feed at its own price, and of each valid offer. */
export async function valueRations(reading: Reading, rations: readonly RememberedRation[], asking: Asking): Promise<ValuedFeed[]> {
  const prepared: Prepared[] = [];
  for (const [farm, own] of groupBy(
    rations.filter(({ limits }) => limits.length > 0),
    (ration) => ration.farm,
  ))
    prepared.push(...(await prepareFarm(reading, farm, own, asking)));
  const tasks = prepared.map((one) => {
    const isWhole = one.problem.feeds.every(({ ingredient }) => !one.gaps.has(ingredient));
    return { one, candidates: isWhole ? one.candidates.filter((feed) => isComplete(one, feed)) : [] };
  });
  const toRationFeed = ({ feed, price }: Candidate): RationFeed => ({ ...toProblemFeed(feed), price });
  const values = await valueInTurn(reading.client, {
    rations: tasks.map(({ one, candidates }) => ({ problem: one.problem, candidates: candidates.map(toRationFeed) })),
  });
  return tasks.flatMap(({ one, candidates }, at) =>
    one.candidates.map((feed) => {
      const found = values[at]?.[candidates.indexOf(feed)];
      const gap = one.gaps.get(feed.feed.id);
      const state = gap && !isComplete(one, feed) ? gap : 'waits';
      return { ...feed, ration: one.ration, value: found ?? { ...NOTHING, state } };
    }),
  );
}
