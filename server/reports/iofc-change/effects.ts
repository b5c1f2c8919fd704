import { type RawBuilder, sql } from 'kysely';
import { IOFC_CAUSES, type IofcCause } from '#contract/reports/iofc-change-view.ts';
import { causesOfCost, rationsOf } from '#server/reports/cost-change/effects.ts';
import { daySourcesOf } from '#server/reports/sql/feeding-days.ts';
import { isMilked, milkDays } from '#server/reports/sql/milk.ts';
import type { ReportScope } from '#server/reports/sql/scope.ts';

/** Kilograms and money of milk are sums over days; money is empty where some of it has no price. */
const SUMS = `sum(heads) as heads, sum(kg) as kg, sum(fat) as fat, sum(protein) as protein, case when bool_and(money is not null) then sum(money) end as money`;

/**
 * One row per group, or per farm with milk of its own: `fat_money` is the money paid for its fat, `fat_worth` the money if all milk were
 * fat.
 */
const selectMilk = async (scope: ReportScope): Promise<RawBuilder<unknown>> => sql`(
  with ${milkDays(scope, await daySourcesOf(scope, false))}
  select farm_id, group_id, ${sql.raw(SUMS)}, sum(fat * fat_price) as fat_money, sum(protein * protein_price) as protein_money,
    sum(kg * fat_price) as fat_worth, sum(kg * protein_price) as protein_worth
  from both_day group by farm_id, group_id
)`;

const summed = (rows: string) =>
  sql.raw(`
  select r.farm_id, case when w.farm_id is null then r.group_id else 0 end as group_id, ${SUMS}, sum(fat_money) as fat_money,
    sum(protein_money) as protein_money, sum(fat_worth) as fat_worth, sum(protein_worth) as protein_worth
  from ${rows} r left join whole_farm w on w.farm_id = r.farm_id group by 1, 2`);

/** The price of a kilogram of the milk's fat or protein before; milk without any has the price of milk that consists of it. */
const priceBefore = (part: 'fat' | 'protein') => `coalesce(y.${part}_money / nullif(y.${part}, 0), y.${part}_worth / y.kg)`;
const more = (part: 'fat' | 'protein') => `(x.${part} * y.kg - y.${part} * x.kg) / y.kg * ${priceBefore(part)}`;
const paidMore = (part: 'fat' | 'protein') => `x.${part}_money - x.${part} * ${priceBefore(part)}`;

/**
 * Money of milk by cause, for each group or farm with milk of its own in one of the ranges. The value of milk is that of its kilograms, its
 * fat and its protein, each at its price: `base` is the price of milk without either.
 */
const MILK = {
  milk_price: `x.money - x.fat_money - x.protein_money - x.kg * (y.money - y.fat_money - y.protein_money) / y.kg + ${paidMore('fat')} + ${paidMore('protein')}`,
  yield: '(x.kg * y.heads - y.kg * x.heads) * y.money / (y.kg * y.heads)',
  components: `${more('fat')} + ${more('protein')}`,
};
const sumPerHead = (part: string) => `coalesce(sum(${part}) filter (where kept), 0) / max(h1)`;

/** The causes in money a head-day, above 0 where income over feed cost grew; `e` is the causes of cost, `m` those of milk. */
const CAUSES: Record<IofcCause, string> = {
  not_recorded: '-e.not_recorded',
  milk_price: 'm.milk_price',
  yield: 'm.yield',
  components: 'm.components',
  feed_price: '-e.prices',
  ration: '-e.ration',
  heads: 'm.heads - e.heads',
  loading_error: '-e.loading_error',
  leftovers: '-e.leftovers',
};

/**
 * CTEs that end in `iofc_effect`, one row (none if neither range has days with milk and feed) from `b` and `a` (feed, in the shape of
 * `rationsOf`) and `mb` and `ma` (milk) before and after: the sums of both ranges, the causes by the formulas of docs/decisions/012,
 * unrounded, and `rest`, their difference from the change, which is zero. Without a price of milk its range has no money, and the causes
 * are meaningless.
 */
export const causesOfIofc: RawBuilder<unknown> = sql`
  ${causesOfCost}, whole_farm as (
    select farm_id from mb where group_id is null union select farm_id from ma where group_id is null
  ), m0 as materialized (${summed('mb')}), m1 as materialized (${summed('ma')}),
  milk_pair as (
    select w.h1, w.h0, x.heads > 0 and y.heads > 0 as kept, x.money as money1, x.heads as heads1, y.money as money0, y.heads as heads0,
      ${sql.raw(
        Object.entries(MILK)
          .map(([name, money]) => `${money} as ${name}`)
          .join(', '),
      )}
    from m1 x full join m0 y on y.farm_id = x.farm_id and y.group_id = x.group_id cross join whole w
  ), milk_effect as (
    select ${sql.raw(
      Object.keys(MILK)
        .map((name) => `${sumPerHead(name)} as ${name}`)
        .join(', '),
    )}, case when bool_and(money1 is not null or heads1 is null) then sum(money1) end as money1,
      case when bool_and(money0 is not null or heads0 is null) then sum(money0) end as money0,
      sum(case when kept then (heads1 / h1 - heads0 / h0) * money0 / heads0 else coalesce(money1, 0) / h1 - coalesce(money0, 0) / h0 end) as heads
    from milk_pair
  ), iofc_effect as materialized (
    select s.*, s.current - s.previous - (${sql.raw(IOFC_CAUSES.map((cause) => `s.${cause}`).join(' + '))}) as rest
    from (
      select w.h1, w.h0, w.c1, w.c0, m.money1, m.money0, (m.money1 - w.c1) / w.h1 as current, (m.money0 - w.c0) / w.h0 as previous,
        ${sql.raw(IOFC_CAUSES.map((cause) => `${CAUSES[cause]} as ${cause}`).join(', '))}
      from whole w cross join effect e cross join milk_effect m
    ) s
  )`;

/** CTEs of `causesOfIofc` over two ranges: days that have both milk and feed. */
export const iofcEffects = async (before: ReportScope, after: ReportScope): Promise<RawBuilder<unknown>> => sql`
  b as materialized ${rationsOf(before, await daySourcesOf(before, false), isMilked(before))},
  a as materialized ${rationsOf(after, await daySourcesOf(after, false), isMilked(after))},
  mb as materialized ${await selectMilk(before)}, ma as materialized ${await selectMilk(after)}, ${causesOfIofc}`;

/** So many decimals keep the sums exact far past what money is shown with. */
const DECIMALS = 10;
const level = (causes: readonly string[]) => `round(${['previous', ...causes].join(' + ')}, ${DECIMALS})`;

/**
 * The causes of `iofc_effect` by name, as decimals that sum to the change exactly: each is the difference of two partial sums, and begins
 * at the end of the cause before.
 */
export const EXACT_CAUSES: Record<IofcCause, string> = Object.fromEntries(
  IOFC_CAUSES.map((cause, at) => {
    const end = at === IOFC_CAUSES.length - 1 ? `round(current, ${DECIMALS})` : level(IOFC_CAUSES.slice(0, at + 1));
    return [cause, `${end} - ${level(IOFC_CAUSES.slice(0, at))}`];
  }),
) as Record<IofcCause, string>;
