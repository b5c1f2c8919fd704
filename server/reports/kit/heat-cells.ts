import type { Cell } from '#contract/reports/shape.ts';

type Cells = Readonly<Record<string, Cell>>;

const toCellName = (row: Cells, key: string) => String(row[`${key}_id`] ?? row[key] ?? '');

/**
 * The cells of a heat map in the order of its series: line by line, each with a cell for every heading, empty if there is no value. Lines
 * keep their order; headings are sorted by name or, if they are times or days, by time. With `position`, numbers of that key come first.
 */
export function allCells<R extends Cells>(rows: readonly R[], side: keyof R & string, x: keyof R & string, position = x): R[] {
  const findFirstRows = (key: string) => new Map(rows.toReversed().map((row) => [toCellName(row, key), row]));
  const lines = [...findFirstRows(side)].reverse();
  const headings = [...findFirstRows(x)].sort(
    ([, one], [, other]) => Number(one[position]) - Number(other[position]) || String(one[x]).localeCompare(String(other[x])),
  );
  const known = new Map(rows.map((row) => [JSON.stringify([toCellName(row, side), toCellName(row, x)]), row]));
  const pickNamed = (row: Cells, key: string) =>
    Object.fromEntries([key, `${key}_id`].flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]]])));
  return lines.flatMap(([line, first]) =>
    headings.map(([heading, row]): R => {
      const cell = known.get(JSON.stringify([line, heading]));
      if (cell) return cell;
      const empty = Object.fromEntries(Object.keys(row).map((key) => [key, null]));
      return { ...empty, ...pickNamed(first, side), ...pickNamed(row, x) } as R;
    }),
  );
}
