import type { TFunction } from 'i18next';
import type { scenarios } from '#contract/operations/scenarios.ts';
import type { RowOf } from '#contract/resource.ts';
import type { ListColumn } from '#src/core/resource/column.ts';

export type Scenario = RowOf<typeof scenarios>;

const joinNames = (names: readonly string[]) => [...new Set(names)].join(', ');

export const scenarioColumns = (t: TFunction): ListColumn<Scenario>[] => [
  { key: 'name', label: t('pages:scenarios.name'), sort: 'name' },
  { key: 'farm_name', label: t('pages:scenarios.farm'), sort: 'farm_name' },
  { key: 'heads', label: t('pages:scenarios.heads'), value: ({ heads }) => joinNames(heads.map(({ group_name }) => group_name)) },
  {
    key: 'prices',
    label: t('pages:scenarios.prices'),
    value: ({ prices }) => joinNames(prices.map(({ ingredient_name }) => ingredient_name)),
  },
  {
    key: 'harvests',
    label: t('pages:scenarios.harvests'),
    value: ({ harvests }) => joinNames(harvests.map(({ ingredient_name }) => ingredient_name)),
  },
  { key: 'rations', label: t('pages:scenarios.rations'), value: ({ rations }) => joinNames(rations.map(({ ration_name }) => ration_name)) },
];
