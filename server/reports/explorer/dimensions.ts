import { type RawBuilder, sql } from 'kysely';
import { TIMES } from '#contract/reports/explorer-view.ts';
import type { Dimension } from '#contract/reports/explorer-words.ts';
import { groupingsOf } from '#server/reports/sql/levels.ts';
import type { ReportScope } from '#server/reports/sql/scope.ts';
import { animalTypeOn, ingredientTypeOn } from '#server/reports/sql/types-then.ts';

interface DimensionSource {
  /** SQL of the key, from facts `f` or a table joined to them. */
  key: string;
  /** Join for keys that aren't columns of the facts. */
  joins?: readonly [table: string, alias: string, on: string];
  /** Table of the names; days have none. */
  names?: { table: string; client?: false; name?: string; farm?: true };
}

const SOURCES: Readonly<Record<Dimension, DimensionSource>> = {
  day: { key: 'f.day' },
  week: { key: "date_trunc('week', f.day::timestamp)::date" },
  month: { key: 'month_of(f.day)' },
  farm: { key: 'f.farm_id', names: { table: 'farm' } },
  group: { key: 'f.group_id', names: { table: 'animal_group', farm: true } },
  animal_type: { key: animalTypeOn('g', 'f.day'), joins: ['animal_group', 'g', 'f.group_id'], names: { table: 'animal_type' } },
  ration: { key: 'f.ration_id', names: { table: 'ration', farm: true } },
  ingredient: { key: 'f.ingredient_id', names: { table: 'ingredient', farm: true } },
  ingredient_type: {
    key: ingredientTypeOn('n', 'f.day'),
    joins: ['ingredient', 'n', 'f.ingredient_id'],
    names: { table: 'ingredient_type' },
  },
  // Operators are accounts, which belong to no client.
  operator: { key: 'f.operator_id', names: { table: 'account', client: false, name: "trim(x.first_name || ' ' || x.last_name)" } },
  mixer: { key: 'f.mixer_id', names: { table: 'mixer', farm: true } },
  period: { key: 'l.period_id', joins: ['loading', 'l', 'f.loading_id'], names: { table: 'period', farm: true } },
};

const toKeyColumn = (dimension: Dimension) => `${dimension}_key`;
const isTime = (dimension: Dimension) => TIMES.includes(dimension);

/** Select list of the dimensions of facts `f`, and the joins that they need. */
export function keysOf({ client }: ReportScope, rows: readonly Dimension[]): { keys: string; joins: RawBuilder<unknown> } {
  const joined = rows.flatMap((row) => {
    const { joins } = SOURCES[row];
    return joins
      ? [sql.raw(`left join ${joins[0]} ${joins[1]} on ${joins[1]}.client_id = ${Number(client)} and ${joins[1]}.id = ${joins[2]}`)]
      : [];
  });
  return {
    keys: rows.map((row) => `${SOURCES[row].key} as ${toKeyColumn(row)}, `).join(''),
    joins: joined.length > 0 ? sql.join(joined, sql` `) : sql``,
  };
}

/** The keys again, for a query over their CTE. */
export const keyList = (rows: readonly Dimension[]): string => rows.map((row) => `${toKeyColumn(row)}, `).join('');

/** GROUP BY of the rows, their outermost dimension (for the chart) and the total, or only of the total; also grouped by `also`. */
export function levelsBy(rows: readonly Dimension[], whole: boolean, also: Readonly<Record<string, 'bigint' | 'date'>> = {}) {
  const columns = {
    ...Object.fromEntries(rows.map((row) => [toKeyColumn(row), isTime(row) ? ('date' as const) : ('bigint' as const)])),
    ...also,
  };
  const level = (some: readonly Dimension[]) => [...some.map(toKeyColumn), ...Object.keys(also)];
  const levels = {
    ...(whole ? { row: level(rows) } : {}),
    ...(whole && rows.length > 1 ? { first: level(rows.slice(0, 1)) } : {}),
    total: level([]),
  };
  return groupingsOf(columns, levels);
}

/** Select list with names and ids of the rows' dimensions, with joins and order: days by date, others by name. */
export function namesOf({ client, farms }: ReportScope, rows: readonly Dimension[]) {
  // Groups and feeds of different farms may have the same name.
  const several = farms.length > 1 && !rows.includes('farm');
  const columns: string[] = [];
  const joins: string[] = [];
  const order: string[] = [];
  for (const row of rows) {
    const { names } = SOURCES[row];
    const key = `t.${toKeyColumn(row)}`;
    if (!names) {
      columns.push(`${key} as "${row}"`);
      order.push(key);
      continue;
    }
    const x = `${row}_name`;
    const own = (names.name ?? 'x.name').replaceAll('x.', `${x}.`);
    joins.push(
      `left join ${names.table} ${x} on ${names.client === false ? '' : `${x}.client_id = ${Number(client)} and `}${x}.id = ${key}`,
    );
    const withFarm = names.farm && several;
    if (withFarm) joins.push(`left join farm ${x}_farm on ${x}_farm.client_id = ${Number(client)} and ${x}_farm.id = ${x}.farm_id`);
    columns.push(
      `${withFarm ? `${own} || ' · ' || ${x}_farm.name` : own} as "${row === 'farm' ? 'farm_name' : row}"`,
      `${key} as ${row}_id`,
    );
    order.push(own, key);
  }
  return { columns: columns.join(', '), joins: joins.join('\n'), order: order.join(', '), keys: rows.map(toKeyColumn) };
}
