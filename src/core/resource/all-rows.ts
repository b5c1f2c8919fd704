import type { Listed } from '#contract/resource.ts';
import { api } from '#src/core/api/api.ts';
import type { Query } from '#src/core/api/query-string.ts';

/** The source of a list's rows: the arguments of `useList`. */
export interface ListSource {
  resource: Listed;
  query: Query;
  farm?: number;
  path?: string;
  /** Id of a single row, with fields that lists omit. */
  one?: number;
}

const PAGE = 1000;

/** All matching rows, fetched by page. A row that moved to the next page meanwhile occurs once. */
export async function allRows<Row>({ resource, query, farm, path, one }: ListSource, signal?: AbortSignal): Promise<Row[]> {
  if (one !== undefined) return [(await api.get<Row>(`${path ?? resource.path}/${one}/`, { farm, signal })).data];
  const rows: Row[] = [];
  const seen = new Set<unknown>();
  for (let page = 1; ; page++) {
    const answer = await api.get<Row[]>(`${path ?? resource.path}/`, { query: { ...query, page, page_size: PAGE }, farm, signal });
    for (const row of answer.data) {
      const id = (row as { id?: unknown }).id;
      if (id === undefined || !seen.has(id)) rows.push(row);
      seen.add(id);
    }
    if (answer.data.length < PAGE || page * PAGE >= (answer.count ?? 0)) return rows;
  }
}
