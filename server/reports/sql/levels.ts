import type { CellsOf } from './formulas.ts';

/** A row of a statement that gives several groupings: which it is of, and what the select list names. */
export type LevelRow<E extends Readonly<Record<string, string>>> = { level: string } & CellsOf<Omit<E, 'level'>>;

/** Columns to group by, with their types. */
type Columns = Readonly<Record<string, 'bigint' | 'date'>>;

/**
 * SQL of several groupings in one scan. `select` names the level of each row and its columns (empty where a grouping hasn't them);
 * a column that no grouping has can't be asked for, so it is a typed null.
 */
export function groupingsOf<C extends Columns>(columns: C, levels: Readonly<Record<string, readonly (keyof C & string)[]>>) {
  const names = Object.keys(columns);
  const used = names.filter((name) => Object.values(levels).some((by) => by.includes(name)));
  const toGroupingBits = (by: readonly string[]) => used.reduce((bits, name) => bits * 2 + (by.includes(name) ? 0 : 1), 0);
  const cases = Object.entries(levels).map(([level, by]) => `when ${toGroupingBits(by)} then '${level}'`);
  const level = used.length > 0 ? `case grouping(${used.join(', ')}) ${cases.join(' ')} end` : `'${Object.keys(levels)[0]}'`;
  return {
    select: [`${level} as level`, ...names.map((name) => (used.includes(name) ? name : `null::${columns[name]} as ${name}`))].join(', '),
    sets: Object.values(levels)
      .map((by) => `(${by.join(', ')})`)
      .join(', '),
    /** Whether the row at hand is grouped by the column. */
    has: (name: keyof C & string) => (used.includes(name) ? `grouping(${name}) = 0` : 'false'),
  };
}

/** The levels that are asked for. */
export const chosen = <T extends object, K extends keyof T>(all: T, names: readonly K[]): Pick<T, K> =>
  Object.fromEntries(names.map((name) => [name, all[name]])) as Pick<T, K>;
