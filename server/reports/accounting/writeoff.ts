import { sql } from 'kysely';
import type { accountingWriteoff } from '#contract/reports/accounting.ts';
import { atLevel, type Made, pick, type ReportServer } from '#server/reports/kit/report.ts';
import { fedLines, reconcile } from '#server/reports/sql/fed-lines.ts';
import type { ReportScope } from '#server/reports/sql/scope.ts';
import { animalTypeOn } from '#server/reports/sql/types-then.ts';
import { accountBook, codesOf } from './book.ts';

interface Line {
  level: string;
  line: string;
  day: string;
  group_id: number | null;
  group: string | null;
  animal_type_id: number | null;
  animal_type: string | null;
  ingredient_id: number;
  ingredient: string;
  given: number;
  price_given: number | null;
  cost: number;
  lines: number;
}

/** A line per day, group and feed, and what left the stock for no group, in grams and kopecks; all of them together are their sum. */
async function query(scope: ReportScope): Promise<Line[]> {
  const { client } = scope;
  const { rows } = await sql<Line>`
    with ${fedLines(scope)}, summed as (
      select case grouping(day) when 0 then 'row' else 'total' end as level, line, day, group_id, ingredient_id, sum(given) as given, sum(cost) as cost,
        round(sum(exact_cost) / nullif(sum(exact_given), 0), 5) as price_given, count(*)::integer as lines
      from fed_line group by grouping sets ((line, day, group_id, ingredient_id), ())
    )
    select t.level, t.line, t.day, t.group_id, g.name as "group", a.id as animal_type_id, a.name as animal_type, t.ingredient_id, n.name as ingredient,
      t.given, t.price_given, t.cost, t.lines
    from summed t
    left join animal_group g on g.client_id = ${client} and g.id = t.group_id
    left join animal_type a on a.client_id = ${client} and a.id = ${sql.raw(animalTypeOn('g', 't.day'))}
    left join ingredient n on n.client_id = ${client} and n.id = t.ingredient_id
    order by t.day, g.name, t.group_id, t.line, n.name, t.ingredient_id`.execute(scope.db);
  return rows;
}

async function makeWriteoff(scope: ReportScope): Promise<Made<typeof accountingWriteoff>> {
  const codes = await codesOf(scope, 'accounting_writeoff');
  const book = accountBook(codes);
  const [lines, reconciliation] = await Promise.all([query(scope), reconcile(scope)]);
  const rows = atLevel(lines, 'row').map(({ lines: _, animal_type_id, animal_type, ...line }) => ({
    id: `${line.day}_${line.group_id ?? line.line}_${line.ingredient_id}`,
    ...line,
    debit: book.account('debit', animal_type ?? line.group ?? line.ingredient, { of: 'animal_type', id: animal_type_id }),
    credit: book.account('credit', line.ingredient, { of: 'ingredient', id: line.ingredient_id }),
    item: book.item(line.ingredient_id),
  }));
  book.demandComplete();
  const [total] = lines.filter(({ level }) => level === 'total');
  const totals = pick(total, ['given', 'price_given', 'cost']);
  return { rows, totals, tiles: { ...totals, postings: total?.lines ?? 0 }, series: { reconciliation } };
}

export const accountingWriteoffServer: ReportServer<typeof accountingWriteoff> = {
  rowKeys: ['day', 'line', 'group_id', 'ingredient_id'],
  make: makeWriteoff,
};
