import { keepPreviousData, queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { codeKey } from '#common/texts/keys.ts';
import type { FarmCard } from '#contract/operations/farms.ts';
import { OPTION_SOURCES } from '#contract/option-sources.ts';
import type { FilterOption } from '#contract/options.ts';
import type { ReportDefinition } from '#contract/reports/shape.ts';
import { isManner, type Shape, type Switch } from '#contract/reports/switches.ts';
import type { ResourceId } from '#contract/resource-ids.ts';
import { LOADING_STATUSES } from '#contract/words.ts';
import { api } from '#src/core/api/api.ts';
import type { Filters, ListFilter } from '#src/core/report/filters.ts';

export interface Choice {
  value: string;
  label: string;
}

/** Filters whose options come from the server, with the resources whose changes reload them. Farms and statuses are known already. */
export const SOURCES = { ...OPTION_SOURCES, client: ['clients'] } as const satisfies Record<ServerFilter, readonly ResourceId[]>;
type ServerFilter = Exclude<ListFilter, 'farm' | 'status' | Switch | Shape>;
const isServerFilter = (filter: ListFilter): filter is ServerFilter => filter in SOURCES;

/** Address of the options of a filtered report or resource, open to everybody who may see it. */
const optionsPath = ({ id, address = `report/${id}` }: Filtered) => `${address}/options/`;

/** Something with filters: a report, or a list with its own address. */
export type Filtered = Pick<ReportDefinition, 'id' | 'address'>;

function optionsQuery(of: Filtered, filter: ServerFilter, { lists, after, before }: Filters) {
  const path = optionsPath(of);
  const query = filter === 'client' ? { filter } : { filter, farm: lists.farm, planned_on_after: after, planned_on_before: before };
  return queryOptions({
    queryKey: ['options', path, query],
    queryFn: async ({ signal }): Promise<Choice[]> => {
      const { data } = await api.get<FilterOption[]>(path, { query, signal });
      return data.map(({ id, name }) => ({ value: String(id), label: name }));
    },
    meta: { of: SOURCES[filter] },
    placeholderData: keepPreviousData,
  });
}

/** Options of a filter; `error` if they can't be loaded, also if a right is missing. */
export function useFilterOptions(of: Filtered, filter: ListFilter, chosen: Filters, farms: readonly FarmCard[]) {
  const { t } = useTranslation('core');
  const fromServer = isServerFilter(filter);
  const { data, error, refetch } = useQuery({ ...optionsQuery(of, fromServer ? filter : 'group', chosen), enabled: fromServer });
  if (fromServer) return { options: data, error, refetch };
  const options: Choice[] =
    filter === 'farm'
      ? farms.map(({ id, name }) => ({ value: String(id), label: name }))
      : LOADING_STATUSES.map((value) => ({ value, label: t(`core:status.${value}`) }));
  return { options, error: null, refetch };
}

export interface Chosen extends Choice {
  filter: ListFilter;
}

/** Names of all chosen values, or their ids if the names can't be loaded. Ways of calculation are shown elsewhere. */
export function useChosen(of: Filtered, filters: Filters, farms: readonly FarmCard[]): Chosen[] {
  const { t } = useTranslation(['core', 'reports']);
  const { lists } = filters;
  const serverFilters = (Object.keys(lists) as ListFilter[]).filter(isServerFilter);
  const found = useQueries({ queries: serverFilters.map((filter) => optionsQuery(of, filter, filters)) });
  const nameOf = (filter: ListFilter, value: string) => {
    if (filter === 'status') return t(codeKey('core:status', value));
    if (filter === 'farm') return farms.find(({ id }) => String(id) === value)?.name;
    return found[isServerFilter(filter) ? serverFilters.indexOf(filter) : -1]?.data?.find((option) => option.value === value)?.label;
  };
  const narrowed = (Object.entries(lists) as [ListFilter, readonly string[]][]).filter(([filter]) => !isManner(filter));
  return narrowed.flatMap(([filter, values]) => values.map((value) => ({ filter, value, label: nameOf(filter, value) ?? `№ ${value}` })));
}
