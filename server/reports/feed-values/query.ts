import { sql } from 'kysely';
import { DAYS_OF_YEAR } from '#contract/least-cost.ts';
import { feedValuesView } from '#contract/reports/feed-values-view.ts';
import { findRemembered } from '#server/domain/least-cost/remembered.ts';
import { findValidOffers, type ValuedFeed, valueRations } from '#server/domain/least-cost/value-rations.ts';
import type { Made, ReportServer, RowOf } from '#server/reports/kit/report.ts';
import type { ReportScope } from '#server/reports/sql/scope.ts';

/** Decimals of worth and money, as other reports show them. */
const SHOWN = 1e6;
const toShown = (value: number | null): number | null => (value === null ? null : Math.round(value * SHOWN) / SHOWN);

/** Money per year of all heads: those that the plan feeds with the ration, or those of the last run if no period plans it. */
const countHeads = ({ ration: { planned_heads, head } }: ValuedFeed): number => planned_heads || head;

function toRow(valued: ValuedFeed, farms: ReadonlyMap<number, string>) {
  const { ration, feed, offer, value } = valued;
  const price = Number(valued.price);
  const { worth, saving } = value;
  const heads = countHeads(valued);
  return {
    id: `${ration.id}_${feed.id}_${offer?.id ?? 0}`,
    farm_id: ration.farm,
    farm: farms.get(ration.farm) ?? '',
    ration_id: ration.id,
    ration: ration.name,
    ingredient_id: feed.id,
    ingredient: feed.name,
    offer_id: offer?.id ?? 0,
    price_source: offer?.supplier ?? null,
    offer_until: offer?.until ?? null,
    value_price: price,
    feed_worth: toShown(worth),
    bargain_percent: worth === null || worth === 0 ? null : toShown(((worth - price) / worth) * 100),
    value_state: value.state,
    value_kg: toShown(value.amount),
    value_saving: toShown(saving),
    value_heads: heads,
    saving_year: toShown(saving === null ? null : saving * heads * DAYS_OF_YEAR),
  } satisfies RowOf<typeof feedValuesView>;
}
type ValueRow = ReturnType<typeof toRow>;

const bySaving = (a: ValueRow, b: ValueRow): number =>
  (b.saving_year ?? -1) - (a.saving_year ?? -1) || a.ingredient.localeCompare(b.ingredient) || (a.id < b.id ? -1 : 1);

async function readRows(scope: ReportScope): Promise<ValueRow[]> {
  const { client, db, farmIds, filters, to } = scope;
  const todays = new Map(scope.farms.map(({ id, today }) => [id, today]));
  const chosen = filters.ration?.length ? sql`r.id = any(${filters.ration})` : sql`true`;
  const rations = await findRemembered({ client, db, now: scope.now }, sql`r.farm_id = any(${farmIds}) and ${chosen}`);
  if (rations.length === 0) return [];
  const findDay = ({ farm }: { farm: number }) => [to, todays.get(farm) ?? to].toSorted()[0] ?? to;
  const days = [...new Set(farmIds.map((farm) => findDay({ farm })))];
  const offers = [];
  for (const day of days)
    offers.push(
      ...(await findValidOffers(
        { client, db },
        farmIds.filter((farm) => findDay({ farm }) === day),
        day,
      )),
    );
  const valued = await valueRations({ client, db }, rations, { findDay, offers });
  const names = new Map(scope.farms.map(({ id, name }) => [id, name]));
  return valued
    .filter(({ feed }) => !filters.ingredient?.length || filters.ingredient.includes(feed.id))
    .map((one) => toRow(one, names))
    .toSorted(bySaving);
}

/** Price and worth of each feed, from the row with the largest saving. */
function drawWorths(rows: readonly ValueRow[]): ValueRow[] {
  const valued = rows.filter(({ feed_worth }) => (feed_worth ?? 0) > 0);
  return valued.filter((row, at) => valued.findIndex(({ ingredient_id }) => ingredient_id === row.ingredient_id) === at);
}

async function makeFeedValues(scope: ReportScope): Promise<Made<typeof feedValuesView>> {
  const rows = await readRows(scope);
  const offered = rows.filter(({ offer_id }) => offer_id !== 0);
  const savings = offered.flatMap(({ saving_year }) => (saving_year === null ? [] : [saving_year]));
  return {
    rows,
    totals: {},
    tiles: {
      offers_valued: new Set(offered.flatMap((row) => (row.feed_worth === null ? [] : [row.offer_id]))).size,
      bargains: new Set(offered.flatMap((row) => ((row.bargain_percent ?? 0) > 0 ? [row.offer_id] : []))).size,
      best_saving: savings.length === 0 ? null : Math.max(...savings),
    },
    series: rows.length === 0 ? null : { worths: drawWorths(rows) },
  };
}

export const feedValuesServer: ReportServer<typeof feedValuesView> = {
  facts: 'stock',
  rowKeys: ['ration_id', 'ingredient_id', 'offer_id'],
  viewOf: () => feedValuesView,
  make: makeFeedValues,
};
