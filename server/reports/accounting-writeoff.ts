import { sql } from 'kysely';
import { accountBook, codesOf } from './accounts.ts';
import { atLevel, type Made, pick, type ReportServer } from './report.ts';
import type { ReportScope } from './scope.ts';
import { shares } from './shares.ts';

interface Line {
  level: string;
  day: string;
  group_id: number;
  group: string;
  animal_type_id: number | null;
  animal_type: string | null;
  ingredient_id: number;
  ingredient: string;
  given: number;
  price_given: number | null;
  cost: number;
  lines: number;
}

/**
 * A line per day, group and feed, in grams and kopecks. Each line gets the rounded sum up to it less the rounded sum before it, feed by feed, so
 * that the lines of a feed add up to what it cost, to the kopeck.
 */
async function query(scope: ReportScope): Promise<Line[]> {
  const { client } = scope;
  const { rows } = await sql<Line>`
    with ${shares(scope)}, line as (
      select day, group_id, ingredient_id, sum(given) as given, sum(cost) as cost from share group by day, group_id, ingredient_id
    ), carried as (
      select *, sum(given) over feed as given_to, sum(cost) over feed as cost_to from line
      window feed as (partition by ingredient_id order by day, group_id rows unbounded preceding)
    ), rounded as (
      select day, group_id, ingredient_id, round(given_to, 3) - round(given_to - given, 3) as given,
        round(cost_to, 2) - round(cost_to - cost, 2) as cost, given as exact_given, cost as exact_cost
      from carried
    ), summed as (
      select case grouping(day) when 0 then 'row' else 'total' end as level, day, group_id, ingredient_id, sum(given) as given, sum(cost) as cost,
        round(sum(exact_cost) / nullif(sum(exact_given), 0), 5) as price_given, count(*)::integer as lines
      from rounded where given <> 0 or cost <> 0 group by grouping sets ((day, group_id, ingredient_id), ())
    )
    select t.level, t.day, t.group_id, g.name as "group", g.animal_type_id, a.name as animal_type, t.ingredient_id, n.name as ingredient, t.given,
      t.price_given, t.cost, t.lines
    from summed t
    left join animal_group g on g.client_id = ${client} and g.id = t.group_id
    left join animal_type a on a.client_id = ${client} and a.id = g.animal_type_id
    left join ingredient n on n.client_id = ${client} and n.id = t.ingredient_id
    order by t.day, g.name, t.group_id, n.name, t.ingredient_id`.execute(scope.db);
  return rows;
}

async function make(scope: ReportScope): Promise<Made> {
  const codes = await codesOf(scope, 'accounting_writeoff');
  const book = accountBook(codes);
  const lines = await query(scope);
  const rows = atLevel(lines, 'row').map(({ lines: _, animal_type_id, animal_type, ...line }) => ({
    id: `${line.day}_${line.group_id}_${line.ingredient_id}`,
    ...line,
    debit: book.account('debit', animal_type ?? line.group, 'animal_type', animal_type_id),
    credit: book.account('credit', line.ingredient, 'ingredient', line.ingredient_id),
    item: book.item(line.ingredient_id),
  }));
  book.demandComplete();
  const [total] = lines.filter(({ level }) => level === 'total');
  const totals = pick(total && { ...total }, ['given', 'price_given', 'cost']);
  return { rows, totals, tiles: { ...totals, postings: total?.lines ?? 0 }, series: {} };
}

export const accountingWriteoffServer: ReportServer = { make };
