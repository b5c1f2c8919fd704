import { type RawBuilder, sql } from 'kysely';
import type { FilterOption, OptionFilter, OptionsQuery } from '#contract/options.ts';
import { type ClientContext, farmsInScope } from '#server/platform/context.ts';
import { ingredientVisibleTo, stockVisibleTo } from './visible-to.ts';

interface Source {
  table: string;
  /** What bounds rows `t` to farms; one of them, unless named. null = the client's, whatever the farms. */
  visibleTo?: ((farms: readonly number[]) => RawBuilder<unknown>) | null;
  /** Rows that are deleted and that these days still hold; false = none is a choice; absent = none is ever deleted. */
  lasting?: ((from: string, to: string) => RawBuilder<unknown>) | false;
  /** A further bound, by the report whose filter it is. */
  only?: (report: string | null) => RawBuilder<unknown>;
}

const inDays = (of: RawBuilder<unknown>, from: string, to: string, day = 'planned_on') =>
  sql`exists (select from ${of} and x.client_id = t.client_id and x.${sql.raw(day)} between ${from}::date and ${to}::date)`;
const planned = (column: string) => (from: string, to: string) =>
  inDays(sql`schedule x where x.farm_id = t.farm_id and x.${sql.raw(column)} = t.id`, from, to);

const SOURCES: Record<Exclude<OptionFilter, 'worker'>, Source> = {
  animal_type: { table: 'animal_type', visibleTo: null, lasting: false },
  group: {
    table: 'animal_group',
    lasting: (from, to) => inDays(sql`schedule_group x where x.farm_id = t.farm_id and x.group_id = t.id`, from, to),
  },
  ration: { table: 'ration', lasting: planned('ration_id') },
  mixer: { table: 'mixer', lasting: planned('mixer_id') },
  ingredient: {
    table: 'ingredient',
    visibleTo: ingredientVisibleTo,
    lasting: (from, to) => inDays(sql`stock_day x where x.ingredient_id = t.id`, from, to, 'day'),
  },
  loading: {
    table: 'period',
    lasting: (from, to) => inDays(sql`loading x where x.farm_id = t.farm_id and x.period_id = t.id`, from, to),
  },
  stock: { table: 'stock', visibleTo: stockVisibleTo, lasting: false },
  blank: { table: 'additional_report', lasting: false, only: (report) => sql`t.kind = 'blank' and t.report_type = ${report}` },
  animalfeed_recipe: { table: 'recipe' },
};

/** Whether a row that may be deleted is a choice. */
function alive({ lasting }: Source, { planned_on_after: from, planned_on_before: to }: OptionsQuery): RawBuilder<unknown> {
  if (lasting === undefined) return sql`true`;
  return lasting && from && to ? sql`(not t.deleted or ${lasting(from, to)})` : sql`not t.deleted`;
}

/** What a filter offers on the farms in reach: numbers and names. Who may see what is filtered may know them. */
export async function optionsOf(
  context: ClientContext,
  query: OptionsQuery,
  report: string | null = null,
): Promise<{ data: FilterOption[]; count: number }> {
  const farms = farmsInScope(context, query.farm);
  const { rows } = await (query.filter === 'worker'
    ? workers(context, farms)
    : named(context, SOURCES[query.filter], farms, query, report)
  ).execute(context.db);
  return { data: rows, count: rows.length };
}

function named(
  context: ClientContext,
  source: Source,
  farms: number[] | null,
  query: OptionsQuery,
  report: string | null,
): RawBuilder<FilterOption> {
  const { visibleTo = (some) => sql`t.farm_id = any(${some})` } = source;
  const within = farms && visibleTo ? visibleTo(farms) : sql`true`;
  return sql<FilterOption>`
    select t.id, t.name from ${sql.table(source.table)} t
    where t.client_id = ${context.client} and ${within} and ${alive(source, query)} and ${source.only?.(report) ?? sql`true`} order by t.name, t.id`;
}

/** Who appears in schedules and batches, whether or not they still work here. */
function workers({ client }: ClientContext, farms: number[] | null): RawBuilder<FilterOption> {
  const within = farms ? sql`and farm_id = any(${farms})` : sql``;
  return sql<FilterOption>`
    select a.id, coalesce(nullif(trim(a.first_name || ' ' || a.last_name), ''), a.email) as name
    from (
      select operator_id as id from schedule where client_id = ${client} ${within}
      union
      select operator_id from batch where client_id = ${client} ${within}
    ) o
    join account a on a.id = o.id order by name, a.id`;
}
