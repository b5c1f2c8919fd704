import { type RawBuilder, sql } from 'kysely';
import { inScope, matchesGroup } from './conditions.ts';
import type { DaySources } from './feeding-days.ts';
import { type Piece, piecesOf } from './months.ts';
import { nutrientFacts } from './nutrient-days.ts';
import type { ReportScope } from './scope.ts';

/** Stages whose amounts per head have a variance over days: each one switches on one more cause. */
const VARIED = ['steady', 'moist', 'paper', 'loaded', 'delivered', 'eaten'] as const;
/** Sums of `nutrient_day` that months and reports add up unchanged. */
const ADDED = [
  'covered',
  'whole_dm',
  'eaten_dm',
  'paper',
  'loaded',
  'divided',
  'delivered',
  'eaten',
  'loads',
  'content_sum',
  'content_squares',
] as const;
/** Decimals of an amount per head in a variance: more cost time and change no shown digit. */
const VARIANCE_DECIMALS = 6;

/** Columns of `nutrient_month` after its key, with their sums over days `d` and amounts per head `h`. */
const SUMS: Readonly<Record<string, string>> = {
  days: 'count(*)',
  head_days: 'sum(d.heads)',
  ...Object.fromEntries(ADDED.map((name) => [name, `sum(d.${name})`])),
  ...Object.fromEntries(
    VARIED.flatMap((stage) => [
      [`${stage}_sum`, `sum(h.${stage})`],
      [`${stage}_squares`, `sum(h.${stage} * h.${stage})`],
    ]),
  ),
};
const NAMES = Object.keys(SUMS);
const names = sql.raw(NAMES.join(', '));
const SELECT_SUMS = sql.raw(
  Object.entries(SUMS)
    .map(([name, sum]) => `${sum} as ${name}`)
    .join(', '),
);
/** The amounts per head `h` of a day `d`. A day without heads counts nowhere. */
const PER_HEAD = sql.raw(
  `cross join lateral (select ${VARIED.map((stage) => `round(d.${stage} / d.heads, ${VARIANCE_DECIMALS}) as ${stage}`).join(', ')} offset 0) h where d.heads > 0`,
);

/** Rebuilds the months of these farms, given by their first days, from `nutrient_day`. */
export async function rebuildNutrientMonths(
  { client, db }: Pick<ReportScope, 'client' | 'db'>,
  ofMonths: (month: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<void> {
  await sql`delete from nutrient_month where ${ofMonths(sql`month`)}`.execute(db);
  await sql`
    insert into nutrient_month (client_id, farm_id, month, group_id, nutrient_id, ${names})
    select ${client}::bigint, d.farm_id, month_of(d.day), d.group_id, d.nutrient_id, ${SELECT_SUMS}
    from (select * from nutrient_day where ${ofMonths(sql`month_of(day)`)}) d ${PER_HEAD}
    group by d.farm_id, month_of(d.day), d.group_id, d.nutrient_id`.execute(db);
}

/** A piece of a range from the months, or summed over its days; days of a whole month that are outside the range are subtracted. */
function sumPiece(scope: ReportScope, { of, from, to, taken }: Piece): RawBuilder<unknown> {
  const range = { ...scope, from, to };
  const key = sql.raw('d.farm_id, d.group_id, d.nutrient_id');
  if (of === 'month')
    return sql`select ${key}, ${names} from nutrient_month d where ${inScope(range, 'd', 'month')} and ${matchesGroup(scope, 'd', 'month')}`;
  const signed = sql.raw(NAMES.map((name) => `${taken ? '-' : ''}s.${name}`).join(', '));
  return sql`select s.farm_id, s.group_id, s.nutrient_id, ${signed} from (
    select ${key}, ${SELECT_SUMS} from (
      select * from nutrient_day d where ${inScope(range, 'd', 'day')} and ${matchesGroup(scope, 'd', 'day')}
    ) d ${PER_HEAD} group by ${key}) s`;
}

/**
 * CTEs that end in `nutrient_total`: sums of each group's nutrient over the range, from months, stored days, and days computed from the facts.
 * A group's animal type may change within a month, so a filter on types reads days.
 */
export function nutrientTotals(scope: ReportScope, { kept, facts }: DaySources): RawBuilder<unknown> {
  const pieces = kept.flatMap(({ from, to }): Piece[] =>
    scope.filters.animal_type?.length ? [{ of: 'day', from, to, taken: false }] : piecesOf(from, to),
  );
  const parts = [
    ...pieces.map((piece) => sumPiece(scope, piece)),
    ...(facts
      ? [
          sql`select d.farm_id, d.group_id, d.nutrient_id, ${SELECT_SUMS} from nutrient_fact d ${PER_HEAD} group by d.farm_id, d.group_id, d.nutrient_id`,
        ]
      : []),
  ];
  const added = sql.raw(NAMES.map((name) => `sum(${name}) as ${name}`).join(', '));
  return sql`
    ${facts ? sql`${nutrientFacts(facts)}, ` : sql``}nutrient_total as (
      select farm_id, group_id, nutrient_id, ${added} from (${sql.join(parts, sql` union all `)}) p
      group by farm_id, group_id, nutrient_id having sum(days) > 0
    )`;
}
