import { Badge } from '@mantine/core';
import type { TFunction } from 'i18next';
import type { Formatter } from '#common/format/formatter.ts';
import type { Kind } from '#contract/kinds.ts';
import type { servicePlans, services } from '#contract/operations/services.ts';
import type { RowOf } from '#contract/resource.ts';
import type { ListColumn } from '#src/core/resource/column.ts';
import { Moment } from '#src/domain/stock/moment.tsx';

export type ServicePlan = RowOf<typeof servicePlans>;
export type Service = RowOf<typeof services>;

/** The use since the last service out of the interval; null without an interval. */
const usedText = (t: TFunction, format: Formatter, kind: Kind, used: number, every: number | null) =>
  every === null ? null : t('pages:services.of', { used: format.value(kind, used), every: format.value(kind, every) });

export const planColumns = (t: TFunction, format: Formatter): ListColumn<ServicePlan>[] => [
  { key: 'mixer_name', label: t('pages:services.mixer'), sort: 'mixer_name' },
  { key: 'what', label: t('pages:services.what'), sort: 'what' },
  {
    key: 'due',
    label: t('pages:services.due'),
    value: ({ due }) => t(due ? 'pages:services.due' : 'pages:services.not_due'),
    render: ({ due }) =>
      due ? (
        <Badge color="straw" variant="light">
          {t('pages:services.due')}
        </Badge>
      ) : (
        t('pages:services.not_due')
      ),
  },
  {
    key: 'days',
    label: t('pages:services.days'),
    value: ({ used, every }) => usedText(t, format, 'count', used.days, every.days),
  },
  {
    key: 'loads',
    label: t('pages:services.loads'),
    value: ({ used, every }) => usedText(t, format, 'count', used.loads, every.loads),
  },
  {
    key: 'weight',
    label: `${t('pages:services.weight')}, ${t(format.unit('weight'))}`,
    value: ({ used, every }) => usedText(t, format, 'weight', used.tonnes * 1000, every.tonnes && every.tonnes * 1000),
  },
  { key: 'since', label: t('pages:services.since'), kind: 'date' },
  { key: 'farm_name', label: t('pages:services.farm'), sort: 'farm_name' },
];

export const serviceColumns = (t: TFunction): ListColumn<Service>[] => [
  {
    key: 'done_at',
    label: t('pages:services.done_at'),
    kind: 'datetime',
    sort: 'done_at',
    render: ({ done_at, farm }) => <Moment at={done_at} farm={farm} />,
  },
  { key: 'mixer_name', label: t('pages:services.mixer'), sort: 'mixer_name' },
  {
    key: 'plan_name',
    label: t('pages:services.plan'),
    sort: 'plan_name',
    value: ({ plan_name }) => plan_name ?? t('pages:services.no_plan'),
  },
  { key: 'cost', label: t('pages:services.cost'), kind: 'money', sort: 'cost' },
  { key: 'note', label: t('pages:services.note') },
  { key: 'farm_name', label: t('pages:services.farm') },
];
