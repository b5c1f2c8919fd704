import type { Cell } from '#contract/reports/shape.ts';

type Cells = Readonly<Record<string, Cell>>;

const nameOf = (row: Cells, key: string) => String(row[`${key}_id`] ?? row[key] ?? '');

/**
 * The cells of a heat map as its series wants them: line by line, each with a cell for every heading, empty where nothing is known. Lines keep their order,
 * headings stand by name or, where that is a time or a day, by it.
 */
export function allCells<R extends Cells>(rows: readonly R[], side: keyof R & string, x: keyof R & string): R[] {
  const firstOf = (key: string) => new Map(rows.toReversed().map((row) => [nameOf(row, key), row]));
  const lines = [...firstOf(side)].reverse();
  const headings = [...firstOf(x)].sort(([, one], [, other]) => String(one[x]).localeCompare(String(other[x])));
  const known = new Map(rows.map((row) => [JSON.stringify([nameOf(row, side), nameOf(row, x)]), row]));
  const named = (row: Cells, key: string) =>
    Object.fromEntries([key, `${key}_id`].flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]]])));
  return lines.flatMap(([line, first]) =>
    headings.map(([heading, row]): R => {
      const cell = known.get(JSON.stringify([line, heading]));
      if (cell) return cell;
      const empty = Object.fromEntries(Object.keys(row).map((key) => [key, null]));
      return { ...empty, ...named(first, side), ...named(row, x) } as R;
    }),
  );
}
