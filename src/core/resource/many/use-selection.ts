import { useRef, useState } from 'react';
import { allRows, type ListSource } from '#src/core/resource/all-rows.ts';

/** The chosen rows of a list, by id. */
export type Chosen<Row> = ReadonlyMap<number, Row>;

export interface Selection<Row> {
  /** null while rows aren't selected. */
  chosen: Chosen<Row> | null;
  begin: () => void;
  end: () => void;
  /** Adds or removes a row; `isRange` adds all rows from the last chosen one to this one. */
  choose: (row: Row, isRange: boolean) => void;
  /** Adds all matching rows, not only the drawn ones. */
  chooseAll: () => Promise<void>;
  /** Replaces the chosen rows. */
  keep: (rows: readonly Row[]) => void;
}

/** Selects rows of a list. Another search, filter or order ends the selection, because it would hide chosen rows. */
export function useSelection<Row extends { id: number }>(
  source: ListSource | undefined,
  shown: readonly Row[] | undefined,
): Selection<Row> {
  const list = JSON.stringify([source?.resource.id, source?.path, source?.farm, source?.query]);
  const [state, setState] = useState<{ list: string; chosen: Chosen<Row> } | null>(null);
  const last = useRef<number | null>(null);
  const chosen = state?.list === list ? state.chosen : null;
  const put = (next: Chosen<Row>) => setState({ list, chosen: next });
  const withRows = (rows: readonly Row[]) => new Map([...(chosen ?? []), ...rows.map((row) => [row.id, row] as const)]);
  const readAll = async () => (source ? allRows<Row>(source) : (shown ?? []));

  /** Rows between two ids in the list's order; undrawn pages are fetched. */
  const findRange = async (from: number, to: number): Promise<readonly Row[]> => {
    const between = (rows: readonly Row[]) => {
      const places = [from, to].map((id) => rows.findIndex((row) => row.id === id)).toSorted((a, b) => a - b);
      return places[0] === -1 ? null : rows.slice(places[0], places[1]! + 1);
    };
    return between(shown ?? []) ?? between(await readAll()) ?? [];
  };

  return {
    chosen,
    begin: () => put(new Map()),
    end: () => setState(null),
    choose(row, isRange) {
      const from = last.current;
      last.current = row.id;
      if (isRange && chosen && from !== null && from !== row.id) {
        void findRange(from, row.id).then((rows) => put(withRows([...rows, row])));
        return;
      }
      const next = withRows([row]);
      if (chosen?.has(row.id)) next.delete(row.id);
      put(next);
    },
    chooseAll: async () => put(withRows(await readAll())),
    keep: (rows) => put(new Map(rows.map((row) => [row.id, row]))),
  };
}
