import { sql } from 'kysely';
import { monthRange } from '#contract/periods.ts';
import { OWNER_LINES, ownerStatementView } from '#contract/reports/owner-statement-view.ts';
import { invalid } from '#server/platform/errors.ts';
import { atLevel, type Made, pick, type ReportServer } from '#server/reports/kit/report.ts';
import { byLargestRemainder, type CellsOf, namesOf, per, selected } from '#server/reports/sql/formulas.ts';
import type { ReportScope } from '#server/reports/sql/scope.ts';
import { shares } from '#server/reports/sql/shares.ts';
import { readPriceBasis } from './price-basis.ts';

const LINE = { line: 'line', line_id: 'line_id', day: 'day', percent: 'percent', rate: 'rate' } as const;
const SUMS = {
  given: 'round(sum(given), 6)',
  price_given: `round(${per('sum(cost)', 'sum(given)')}, 6)`,
  head_days: 'sum(head_days)::integer',
  amount: 'sum(amount)',
  ...(Object.fromEntries(
    OWNER_LINES.map((line) => [`${line}_amount`, `coalesce(sum(amount) filter (where line = '${line}'), 0)`]),
  ) as Record<`${(typeof OWNER_LINES)[number]}_amount`, string>),
} as const;
const NAMED = {
  level: 't.level',
  owner_id: 't.owner_id',
  owner: 'c.name',
  registration_code: 'c.registration_code',
  contact: 'c.contact',
  groups: 'h.groups',
  subject: 'coalesce(n.name, e.text)',
  item: 'n.item_number',
} as const;
/** The feed cost of all statements and of the own groups, the feed cost of the farm, and the difference, which is 0. */
const CHECK = { statements: 'k.statements', own_groups: 'k.own_groups', farm: 'k.farm', difference: 'k.difference' } as const;
type LineRow = CellsOf<typeof LINE & typeof SUMS & typeof NAMED & typeof CHECK> & { level: string };

/** A cell's amount in kopecks, so that the cells of all owners and of the farm's own groups sum to the feed cost of the farm. */
const AMOUNT = byLargestRemainder('100 * c.cost', '100 * w.cost', 'w.cost', 'c.owner_id nulls first, c.ingredient_id, c.percent');

/**
 * CTEs that end in `line`: the lines of all statements, and those of the farm's own groups without an owner. `tenure` is the time of each
 * owner of a group, with the terms. The chosen owners are selected afterwards: amounts don't depend on the choice.
 */
const lines = (scope: ReportScope) => sql`
  ${shares(scope)}, tenure as (
    select group_id, owner_id, markup, yardage, since, coalesce(lead(since) over (partition by group_id order by since), 'infinity') as until
    from group_owner where client_id = ${scope.client}
  ), farm_cost as (
    select coalesce(round(sum(cost), 2), 0) as cost from feeding
  ), cell as (
    select t.owner_id, coalesce(t.markup, 0) as percent, s.ingredient_id, sum(s.given) as given, sum(s.cost) as cost
    from share s left join tenure t on t.group_id = s.group_id and s.day >= t.since and s.day < t.until group by 1, 2, 3
  ), feed as materialized (
    select c.*, ${sql.raw(AMOUNT)} as amount from cell c cross join farm_cost w
  ), held as materialized (
    select t.owner_id, t.yardage as rate, f.group_id, sum(f.heads) as head_days
    from fed_day f join tenure t on t.group_id = f.group_id and f.day >= t.since and f.day < t.until
    where t.owner_id is not null group by 1, 2, 3
  ), line as materialized (
    select owner_id, 'feed' as line, ingredient_id as line_id, null::date as day, percent, null::numeric as rate, given, cost,
      null::numeric as head_days, amount
    from feed where round(given, 3) <> 0 or amount <> 0
    union all
    select owner_id, 'markup', null, null, percent, null, null, null, null, round(sum(amount) * percent / 100, 2)
    from feed where owner_id is not null and percent > 0 group by owner_id, percent
    union all
    select owner_id, 'yardage', null, null, null, rate, null, null, sum(head_days), round(sum(head_days) * rate, 2) from held group by owner_id, rate
    union all
    select owner_id, 'other', id, day, null, null, null, null, null, amount from owner_line
    where client_id = ${scope.client} and farm_id = any(${scope.farmIds}) and day between ${scope.from}::date and ${scope.to}::date
  )`;

/** SQL condition for the chosen owners, without the farm's own groups. */
const isChosen = ({ filters: { owner } }: ReportScope) => (owner?.length ? sql`owner_id = any(${owner})` : sql`owner_id is not null`);

async function query(scope: ReportScope): Promise<LineRow[]> {
  const { client } = scope;
  const keys = sql.raw(Object.values(LINE).join(', '));
  const { rows } = await sql<LineRow>`
    with ${lines(scope)}, summed as (
      select case grouping(line, owner_id) when 0 then 'row' when 2 then 'owner' else 'total' end as level, owner_id, ${keys}, ${sql.raw(selected(SUMS))}
      from line where ${isChosen(scope)} group by grouping sets ((owner_id, ${keys}), (owner_id), ())
    ), checked as (
      select statements, own_groups, farm, farm - statements - own_groups as difference
      from (
        select coalesce(sum(amount) filter (where owner_id is not null), 0) as statements,
          coalesce(sum(amount) filter (where owner_id is null), 0) as own_groups from feed
      ) f cross join (select cost as farm from farm_cost) w
    ), held_groups as (
      select h.owner_id, string_agg(g.name, ', ' order by g.name) as groups
      from (select distinct owner_id, group_id from held) h join animal_group g on g.client_id = ${client} and g.id = h.group_id group by h.owner_id
    )
    select ${sql.raw(selected({ ...NAMED, ...CHECK }))}, t.line, t.line_id, t.day, t.percent, t.rate, ${sql.raw(
      Object.keys(SUMS)
        .map((name) => `t.${name}`)
        .join(', '),
    )}
    from summed t cross join checked k
    left join delivery_company c on c.client_id = ${client} and c.id = t.owner_id
    left join held_groups h on h.owner_id = t.owner_id and t.level = 'owner'
    left join ingredient n on n.client_id = ${client} and t.line = 'feed' and n.id = t.line_id
    left join owner_line e on e.client_id = ${client} and t.line = 'other' and e.id = t.line_id
    order by c.name, t.owner_id, array_position(${[...OWNER_LINES]}::text[], t.line), t.day, subject, t.line_id, t.percent, t.rate`.execute(
    scope.db,
  );
  return rows;
}

/** 400 at `owner` if a chosen owner had no group of the farm up to the last day. */
async function demandGroups({ client, db, farmIds, to, filters: { owner = [] } }: ReportScope): Promise<void> {
  if (owner.length === 0) return;
  const { rows } = await sql<{ id: number }>`
    select distinct owner_id as id from group_owner
    where client_id = ${client} and farm_id = any(${farmIds}) and owner_id = any(${owner}) and since <= ${to}::date`.execute(db);
  if (owner.some((id) => !rows.some((row) => row.id === id))) throw invalid('owner', 'owner_without_groups');
}

async function makeStatements(whole: ReportScope): Promise<Made<typeof ownerStatementView>> {
  if (whole.farmIds.length !== 1) throw invalid('farm', 'invalid_value');
  const { before: end } = monthRange(whole.from.slice(0, 7));
  if (whole.to > end) throw invalid('planned_on_before', 'too_large', { limit: end });
  const price_basis = await readPriceBasis(whole);
  const scope: ReportScope = { ...whole, filters: { ...whole.filters, price_basis: [price_basis] } };
  await demandGroups(scope);
  const found = await query(scope);
  const [total] = atLevel(found, 'total');
  return {
    rows: atLevel(found, 'row').map((row) => ({
      id: [row.owner_id, row.line, row.line_id, row.percent, row.rate].join('_'),
      ...pick(row, ['owner_id', 'owner', 'line', 'line_id', 'subject', 'item', 'day']),
      ...pick(row, ['given', 'price_given', 'percent', 'head_days', 'rate', 'amount']),
      price_given: row.line === 'feed' ? row.price_given : null,
    })),
    totals: pick(total, ['given', 'price_given', 'head_days', 'amount']),
    tiles: {
      owner_amount: total?.amount ?? null,
      owner_feed: total?.feed_amount ?? null,
      owner_unexplained: total?.difference ?? null,
    },
    series: {
      by_owner: atLevel(found, 'owner').map((row) => ({
        ...pick(row, ['owner_id', 'owner', 'registration_code', 'contact', 'groups', 'head_days', 'amount']),
        ...pick(row, ['feed_amount', 'markup_amount', 'yardage_amount', 'other_amount']),
        price_basis,
      })),
      check: namesOf(CHECK).map((line) => ({ line, value: total?.[line] ?? null })),
    },
  };
}

export const ownerStatementServer: ReportServer<typeof ownerStatementView> = {
  rowKeys: ['owner_id', 'line', 'line_id', 'percent', 'rate'],
  viewOf: () => ownerStatementView,
  make: makeStatements,
};
