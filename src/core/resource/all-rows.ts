import type { Listed } from '#contract/resource.ts';
import { api } from '#src/core/api/api.ts';
import type { Query } from '#src/core/api/query-string.ts';

/** Where a list's rows come from: what `useList` was given. */
export interface ListSource {
  resource: Listed;
  query: Query;
  farm?: number;
  path?: string;
  /** The one row that it is of, with what a list leaves out. */
  one?: number;
}

const PAGE = 1000;

/** Every row that matches, fetched page by page; one that moved to the next page meanwhile stands once. */
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
