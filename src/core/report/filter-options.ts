import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { FarmCard } from '../../../contract/operations/farms.ts';
import { isSwitch, type Switch } from '../../../contract/reports/switches.ts';
import { LOADING_STATUSES } from '../../../contract/words.ts';
import { api } from '../api/api.ts';
import type { Filters, ListFilter } from './filters.ts';

export interface FilterOption {
  value: string;
  label: string;
}

interface Source {
  /** The resource, by whose changes the options are asked for again. */
  resource: string;
  path: string;
  /** The options are those of the chosen farms. */
  ofFarm: boolean;
}

/** Filters whose options the server holds; farms and statuses are known already. */
type Asked = Exclude<ListFilter, 'farm' | 'status' | Switch>;
const isAsked = (filter: ListFilter): filter is Asked => filter !== 'farm' && filter !== 'status' && !isSwitch(filter);

const SOURCES: Record<Asked, Source> = {
  animal_type: { resource: 'animal-types', path: 'manager/animaltypes/list/', ofFarm: false },
  group: { resource: 'groups', path: 'manager/groups/list/', ofFarm: true },
  ration: { resource: 'rations', path: 'manager/rations/list/', ofFarm: true },
  mixer: { resource: 'mixers', path: 'manager/mixers/list/', ofFarm: true },
  ingredient: { resource: 'ingredients', path: 'manager/ingredients/list/', ofFarm: true },
  loading: { resource: 'periods', path: 'manager/loadings/', ofFarm: true },
  stock: { resource: 'stocks', path: 'manager/stocks/list/', ofFarm: true },
  blank: { resource: 'additional', path: 'report/additional/list/?kind=blank', ofFarm: true },
  animalfeed_recipe: { resource: 'recipes', path: 'manager/recipes/', ofFarm: true },
  client: { resource: 'clients', path: 'dashboard/clients/', ofFarm: false },
  worker: { resource: 'schedules', path: 'report/workers/', ofFarm: true },
};

function optionsQuery(filter: Asked, farms: readonly string[] = []) {
  const { resource, path, ofFarm } = SOURCES[filter];
  const farm = ofFarm ? farms : [];
  return queryOptions({
    queryKey: [resource, 'options', filter, farm],
    queryFn: async ({ signal }): Promise<FilterOption[]> => {
      const { data } = await api.get<{ id: number; name?: string; company_name?: string }[]>(path, {
        query: { page_size: 1000, farm },
        signal,
      });
      return data.map(({ id, name, company_name }) => ({ value: String(id), label: name ?? company_name ?? `№ ${id}` }));
    },
  });
}

/** The choices of a filter; `error` when they can't be had, for want of a right, too. */
export function useFilterOptions(filter: ListFilter, chosen: Filters, farms: readonly FarmCard[]) {
  const { t } = useTranslation('core');
  const asked = isAsked(filter);
  const { data, error, refetch } = useQuery({ ...optionsQuery(asked ? filter : 'group', chosen.lists.farm), enabled: asked });
  if (asked) return { options: data, error, refetch };
  const options: FilterOption[] =
    filter === 'farm'
      ? farms.map(({ id, name }) => ({ value: String(id), label: name }))
      : LOADING_STATUSES.map((value) => ({ value, label: t(`core:status.${value}`) }));
  return { options, error: null, refetch };
}

export interface Chosen extends FilterOption {
  filter: ListFilter;
}

/** Every chosen value with its name (its number, where the name can't be had), switches aside. */
export function useChosen({ lists }: Filters, farms: readonly FarmCard[]): Chosen[] {
  const { t } = useTranslation(['core', 'reports']);
  const asked = (Object.keys(lists) as ListFilter[]).filter(isAsked);
  const found = useQueries({ queries: asked.map((filter) => optionsQuery(filter, lists.farm)) });
  const nameOf = (filter: ListFilter, value: string) => {
    if (filter === 'status') return t(`core:status.${value}`);
    if (filter === 'farm') return farms.find(({ id }) => String(id) === value)?.name;
    return found[isAsked(filter) ? asked.indexOf(filter) : -1]?.data?.find((option) => option.value === value)?.label;
  };
  const narrowed = (Object.entries(lists) as [ListFilter, readonly string[]][]).filter(([filter]) => !isSwitch(filter));
  return narrowed.flatMap(([filter, values]) => values.map((value) => ({ filter, value, label: nameOf(filter, value) ?? `№ ${value}` })));
}
