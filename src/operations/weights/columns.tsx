import type { TFunction } from 'i18next';
import { WEIGHT_KINDS, type weights } from '#contract/operations/weights.ts';
import type { RowOf } from '#contract/resource.ts';
import type { ListColumn } from '#src/core/resource/column.ts';
import { Moment } from '#src/domain/stock/moment.tsx';

export type AnimalWeight = RowOf<typeof weights>;

export const kindWords = (t: TFunction) => Object.fromEntries(WEIGHT_KINDS.map((kind) => [kind, t(`pages:weights.kinds.${kind}`)]));

export const weightColumns = (t: TFunction): ListColumn<AnimalWeight>[] => [
  { key: 'at', label: t('milk:weights.at'), kind: 'datetime', sort: 'at', render: ({ at, farm }) => <Moment at={at} farm={farm} /> },
  { key: 'group_name', label: t('milk:weights.group'), sort: 'group_name' },
  { key: 'kind', label: t('milk:weights.kind'), sort: 'kind', value: ({ kind }) => t(`pages:weights.kinds.${kind}`) },
  { key: 'heads', label: t('milk:weights.heads'), kind: 'count', sort: 'heads' },
  { key: 'kg', label: t('milk:weights.kg'), kind: 'weight', sort: 'kg' },
  // Dead animals that nobody weighed have no weight per head.
  { key: 'per_head', label: t('milk:weights.per_head'), kind: 'weight', value: ({ kg, heads }) => (kg === 0 ? null : kg / heads) },
  { key: 'on_hand', label: t('milk:weights.on_hand'), kind: 'count' },
  { key: 'price', label: t('milk:weights.price'), kind: 'price', secondary: true },
  { key: 'cost', label: t('milk:weights.cost'), kind: 'money', secondary: true },
];
