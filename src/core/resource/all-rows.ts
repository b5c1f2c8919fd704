import type { Resource } from '../../../contract/resource.ts';
import { api } from '../api/api.ts';
import type { Query } from '../api/query-string.ts';

/** Where a list's rows come from: what `useList` was given. */
export interface ListSource {
  resource: Pick<Resource, 'id' | 'path'>;
  query: Query;
  farm?: number;
  path?: string;
}

const PAGE = 1000;

/** Every row that matches, fetched page by page. */
export async function allRows<Row>({ resource, query, farm, path }: ListSource, signal?: AbortSignal): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page++) {
    const answer = await api.get<Row[]>(`${path ?? resource.path}/`, { query: { ...query, page, page_size: PAGE }, farm, signal });
    rows.push(...answer.data);
    if (answer.data.length < PAGE || rows.length >= (answer.count ?? 0)) return rows;
  }
}
