import type { TextKey } from '#common/texts/text-keys.gen.ts';
import type { Kind } from '#contract/kinds.ts';

/** A sheet of the archive's workbook: a list with names instead of ids. */
export interface Sheet {
  /**
   * Text keys of the lists on screen; `words` are those of a column's codes, by `codeKey`. They aren't typed as `TextKey` here, because the
   * compiler would try each key as a group: ten seconds per column.
   */
  title: TextKey;
  columns: readonly { key: string; label: TextKey; kind?: Kind; words?: (code: unknown) => string }[];
  /** SQL of its rows, for the connection's tenant. Moments are in their farm's time. */
  sql: string;
}

/** Columns of many sheets. */
export const FARM = { key: 'farm', label: 'operations:farms.name' } as const;
export const RATION = { key: 'ration', label: 'operations:rations.name' } as const;
export const MIXER = { key: 'mixer', label: 'operations:mixers.name' } as const;
export const GROUP = { key: 'animal_group', label: 'operations:groups.name' } as const;
export const INGREDIENT = { key: 'ingredient', label: 'operations:ingredients.name' } as const;
export const STOCK = { key: 'stock', label: 'operations:stocks.name' } as const;
export const OPERATOR = { key: 'operator', label: 'reports:column.operator' } as const;
export const DAY = { key: 'day', label: 'reports:column.day', kind: 'date' } as const;
export const PLAN = { key: 'plan', label: 'reports:column.plan', kind: 'weight' } as const;
export const FACT = { key: 'fact', label: 'reports:column.fact', kind: 'weight' } as const;
export const PRICE = { key: 'price', label: 'reports:column.price', kind: 'price' } as const;
export const PERCENT = { key: 'percent', label: 'reports:column.percent', kind: 'percent' } as const;
export const DRY_MATTER = { key: 'dry_matter', label: 'reports:column.dry_matter', kind: 'percent' } as const;

/** Parts of the queries: a moment by the farm's clock, a referenced table. */
export const atFarm = (moment: string) => `to_char(${moment} at time zone farm.timezone, 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
export const of = (table: string, to = 't') =>
  `left join ${table} on (${table}.client_id, ${table}.id) = (${to}.client_id, ${to}.${table}_id)`;
export const nameOfOperator = (of: string) => `left join account on account.id = ${of}.operator_id`;
export const FULL_NAME = `trim(account.first_name || ' ' || account.last_name)`;
