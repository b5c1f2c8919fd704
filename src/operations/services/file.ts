import type { TFunction } from 'i18next';
import { servicePlans, services } from '#contract/operations/services.ts';
import type { Query } from '#src/core/api/query-string.ts';
import type { ListColumn } from '#src/core/resource/column.ts';
import type { ListFile } from '#src/core/resource/list-file.ts';
import { type Service, type ServicePlan, serviceColumns } from './columns.tsx';

const planFileColumns = (t: TFunction): ListColumn<ServicePlan>[] => [
  { key: 'mixer_name', label: t('pages:services.mixer') },
  { key: 'what', label: t('pages:services.what') },
  { key: 'every_days', label: t('pages:services.every_days'), kind: 'count', value: ({ every }) => every.days },
  { key: 'every_loads', label: t('pages:services.every_loads'), kind: 'count', value: ({ every }) => every.loads },
  {
    key: 'every_weight',
    label: t('pages:services.every_weight'),
    kind: 'weight',
    value: ({ every }) => every.tonnes && every.tonnes * 1000,
  },
  { key: 'since', label: t('pages:services.since'), kind: 'date' },
  { key: 'days', label: t('pages:services.days'), kind: 'count', value: ({ used }) => used.days },
  { key: 'loads', label: t('pages:services.loads'), kind: 'count', value: ({ used }) => used.loads },
  { key: 'weight', label: t('pages:services.weight'), kind: 'weight', value: ({ used }) => used.tonnes * 1000 },
  { key: 'due', label: t('pages:services.due'), value: ({ due }) => t(due ? 'pages:services.due' : 'pages:services.not_due') },
  { key: 'farm_name', label: t('pages:services.farm') },
];

const TONNES_OF_KG = 0.001;

/** The service plans, with a column per interval and for its use. */
export const planFile = (t: TFunction, query: Query, writes: boolean): ListFile => ({
  title: t('operations:services.plans_title'),
  columns: planFileColumns,
  source: { resource: servicePlans, query },
  imports: writes
    ? {
        fields: [
          { key: 'mixer_name' },
          { key: 'what' },
          { key: 'every_days', as: 'every.days' },
          { key: 'every_loads', as: 'every.loads' },
          { key: 'every_weight', as: 'every.tonnes', times: TONNES_OF_KG },
          { key: 'farm_name' },
        ],
        texts: 'pages',
        ids: true,
        byName: false,
        about: t('pages:services.import_plans_hint'),
      }
    : undefined,
});

interface ServiceFile {
  query: Query;
  zoneOf: (farm: number) => string;
  writes: boolean;
}

const READ = ['mixer_name', 'plan_name', 'done_at', 'cost', 'note', 'farm_name'];

/** The services, each by its farm's clock; an imported row is matched by mixer, plan and moment. */
export const serviceFile = (t: TFunction, { query, zoneOf, writes }: ServiceFile): ListFile => ({
  title: t('operations:services.title'),
  columns: (words) =>
    serviceColumns(words).map((column) => {
      if (column.key === 'done_at') return { ...column, zone: ({ farm }: Service) => zoneOf(farm) };
      // In a file no plan is an empty cell, as it is read.
      return column.key === 'plan_name' ? { ...column, value: undefined } : column;
    }),
  source: { resource: services, query },
  imports: writes
    ? {
        fields: READ.map((key) => ({ key })),
        texts: 'pages',
        ids: false,
        byName: false,
        about: t('pages:services.import_hint'),
        touches: [{ id: 'serviceplans' }],
      }
    : undefined,
});
