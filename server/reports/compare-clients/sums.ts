import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import { MILK_FIGURES, MILK_SUMS } from '#server/reports/iofc/totals.ts';
import type { UsedFeed } from '#server/reports/sql/common-prices.ts';
import { stockUsed } from '#server/reports/sql/days-of-stock.ts';
import { daySourcesOf } from '#server/reports/sql/feeding-days.ts';
import { FEEDING_SUMS } from '#server/reports/sql/feeding-figures.ts';
import { feedings } from '#server/reports/sql/feedings.ts';
import { dmi, namesOf, per, percentOf, selected, shown } from '#server/reports/sql/formulas.ts';
import type { LevelRow } from '#server/reports/sql/levels.ts';
import { LOAD_SUMS, loadItems } from '#server/reports/sql/loads.ts';
import { milkDays } from '#server/reports/sql/milk.ts';
import type { ReportScope } from '#server/reports/sql/scope.ts';

const OF_MILK = namesOf(MILK_SUMS);
/** The sums of one client: decimals as text, so that sums over clients are as exact as sums within a client. */
const SUMS = [
  'heads',
  'fact',
  'cost',
  'dry_matter',
  'leftover',
  'leftover_dm',
  'unloading_judged',
  'unloading_accuracy',
  'loading_judged',
  'loading_accuracy',
  'weighings',
  'loading_missed',
  'bullseyes',
  'rest',
  'kg',
  ...OF_MILK,
] as const;
export type ClientSums = Record<(typeof SUMS)[number], string | null>;

/** Heads once a group and day, as in every sum over feedings. */
export async function clientSums(scope: ReportScope): Promise<ClientSums> {
  const { rows } = await sql<ClientSums>`
    with ${feedings(scope)}, ${loadItems(scope)}, ${stockUsed(scope)}, given as (select ${sql.raw(FEEDING_SUMS)} from feeding),
    loading as (select ${sql.raw(LOAD_SUMS)} from item), lying as (select sum(rest) as rest, sum(kg) as kg from used),
    head as (select sum(heads) as heads from (select max(heads) as heads from feeding where fact > 0 group by group_id, day) d),
    milked as (
      with ${milkDays(scope, await daySourcesOf(scope, false))} select ${sql.raw(selected(MILK_SUMS))} from both_day
    )
    select h.heads::text, g.fact::text, g.cost::text, g.dry_matter::text, g.leftover::text, g.leftover_dm::text,
      g.judged_plan::text as unloading_judged, g.accuracy_sum::text as unloading_accuracy,
      l.judged_plan::text as loading_judged, l.accuracy_sum::text as loading_accuracy, l.weighings::text, l.judged_miss::text as loading_missed,
      l.bullseyes::text, s.rest::text, s.kg::text, ${sql.raw(OF_MILK.map((name) => `m.${name}::text`).join(', '))}
    from given g cross join loading l cross join head h cross join lying s cross join milked m`.execute(scope.db);
  return rows[0] as ClientSums;
}

const FIGURES = {
  head_days: 'heads',
  cost: 'cost',
  cost_per_dry_matter: per('cost', 'dry_matter'),
  cost_per_head: per('cost', 'heads'),
  dmi: dmi('dry_matter', 'leftover_dm', 'heads'),
  leftovers_percent: percentOf('leftover', 'fact'),
  unloading_accuracy: per('unloading_accuracy', 'unloading_judged'),
  loading_accuracy: per('loading_accuracy', 'loading_judged'),
  loading_bias: percentOf('loading_missed', 'loading_judged'),
  bullseye: percentOf('bullseyes', 'weighings'),
  days_of_stock: per('7 * rest', 'kg'),
  ...MILK_FIGURES,
} as const;
export const CLIENT_FIGURES = namesOf(FIGURES);
/** A sum with an unknown part is empty. */
const SUMMED: Partial<Record<keyof ClientSums, string>> = {
  milk_money: 'case when bool_and(milk_money is not null or milk_kg is null) then sum(milk_money) end',
};
type ClientRow = LevelRow<typeof FIGURES & { client: string }>;
export type ClientFigures = Omit<ClientRow, 'level'>;

/** The figures of each client and of all together (without `client`). */
export async function figuresOf(db: Db, sums: readonly (ClientSums & { client: number })[]): Promise<ClientRow[]> {
  const columns = SUMS.map((name) => `${name} numeric`).join(', ');
  const { rows } = await sql<ClientRow>`
    with summed as (
      select case grouping(client) when 0 then 'row' else 'total' end as level, client, ${sql.raw(SUMS.map((name) => `${SUMMED[name] ?? `sum(${name})`} as ${name}`).join(', '))}
      from jsonb_to_recordset(${JSON.stringify(sums)}::jsonb) as s (client bigint, ${sql.raw(columns)})
      group by grouping sets ((client), ())
    )
    select level, client, ${sql.raw(shown(FIGURES))} from summed`.execute(db);
  return rows;
}

/**
 * The cost of each client at common prices: a feed (same type and name) at its mean price over all clients, weighted by their quantities.
 */
export async function commonCosts(db: Db, used: readonly (UsedFeed & { client: number })[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ client: number; cost: string }>`
    with used as (
      select * from jsonb_to_recordset(${JSON.stringify(used)}::jsonb) as u (client bigint, type text, feed text, kg numeric, value numeric)
    ), listed as (
      select u.*, sum(value) over feed / nullif(sum(kg) over feed, 0) as price from used u window feed as (partition by type, feed)
    )
    select client, sum(kg * price)::text as cost from listed group by client`.execute(db);
  return new Map(rows.map(({ client, cost }) => [client, cost]));
}
