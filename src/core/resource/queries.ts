import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Listed, Resource, RowOf } from '#contract/resource.ts';
import type { ResourceId } from '#contract/resource-ids.ts';
import { api } from '#src/core/api/api.ts';
import { queryClient, shows } from '#src/core/api/query-client.ts';
import type { Query } from '#src/core/api/query-string.ts';
import { toast } from '#src/core/ui/toast.ts';

export interface ListOptions {
  /** Only this farm's rows. */
  farm?: number;
  /** The path, if it isn't the resource's own (`manager/farms/dashboard`). */
  path?: string;
  enabled?: boolean;
  /** Other resources in the rows. */
  of?: readonly ResourceId[];
  /** For rows without events. */
  staleTime?: number;
}

export interface Rows<Row> {
  rows: Row[];
  /** Number of all matches, not of the page. */
  count: number;
}

type RowIn<R extends Listed> = R extends Resource ? RowOf<R> : unknown;

/** The query of a list. Its key begins with the resource's id, so that changes elsewhere refetch it. */
export function listQuery<R extends Listed, Row = RowIn<R>>(resource: R, query: Query = {}, options: ListOptions = {}) {
  const { farm, path, enabled, of, staleTime } = options;
  const at = `${path ?? resource.path}/`;
  return queryOptions({
    queryKey: [resource.id, 'list', at, farm ?? null, query],
    queryFn: async ({ signal }): Promise<Rows<Row>> => {
      const { data, count } = await api.get<Row[]>(at, { query, farm, signal });
      return { rows: data, count: count ?? data.length };
    },
    enabled,
    meta: of && { of },
    ...(staleTime === undefined ? {} : { staleTime }),
  });
}

/** The query of another page of the same list. */
export type PageQuery<Row> = (page: number) => ReturnType<typeof listQuery<Listed, Row>>;

/** A page of rows, by default the first. While another filter loads, earlier rows stay (`isPlaceholderData`). */
export function useList<R extends Listed, Row = RowIn<R>>(resource: R, query: Query = {}, options: ListOptions = {}) {
  const first = listQuery<R, Row>(resource, query, options);
  const { data, error, isPending, isError, isPlaceholderData, refetch } = useQuery({ ...first, placeholderData: keepPreviousData });
  const pageQuery: PageQuery<Row> = (page) => (page === 1 ? first : listQuery<R, Row>(resource, { ...query, page }, options));
  return { data, error, isPending, isError, isPlaceholderData, refetch, pageQuery };
}

export function rowQuery<R extends Resource, Row = RowOf<R>>(resource: R, id: number | undefined, { farm, path }: ListOptions = {}) {
  return queryOptions({
    queryKey: [resource.id, 'row', farm ?? null, id],
    queryFn: async ({ signal }): Promise<Row> => (await api.get<Row>(`${path ?? resource.path}/${id}/`, { farm, signal })).data,
    enabled: id !== undefined,
  });
}

export function useRow<R extends Resource, Row = RowOf<R>>(resource: R, id: number | undefined, options: ListOptions = {}) {
  return useQuery(rowQuery<R, Row>(resource, id, options));
}

/** Refetches everything visible of these resources. */
export const refresh = (...resources: readonly Pick<Listed, 'id'>[]) =>
  Promise.all(resources.map(({ id }) => queryClient.invalidateQueries(shows(id))));

export interface SaveOptions {
  farm?: number;
  /** Path of new rows, if it isn't the resource's own (`perm/employees/create`). */
  createPath?: string;
  /** Other resources that the save changes. */
  touches?: readonly Pick<Listed, 'id'>[];
  /** Message after saving, instead of “Saved”. */
  message?: string;
}

/** Creates a row (without `id`) or changes one. `mutateAsync` throws the `ApiError` for the form's fields. */
export function useSave<R extends Resource, Row = RowOf<R>>(resource: R, options: SaveOptions = {}) {
  const { t } = useTranslation('core');
  return useMutation({
    mutationFn: async ({ id, values }: { id?: number; values: object }): Promise<Row> => {
      const { farm, createPath } = options;
      const call =
        id === undefined
          ? api.post<Row>(`${createPath ?? resource.path}/`, { body: values, farm })
          : api.put<Row>(`${resource.path}/${id}/`, { body: values, farm });
      return (await call).data;
    },
    onSuccess: async () => {
      toast.success(options.message ?? t('core:toast.saved'));
      await refresh(resource, ...(options.touches ?? []));
    },
  });
}
