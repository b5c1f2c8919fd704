import type { TFunction } from 'i18next';
import { HOLDS, isByHead, RATION_BASES } from '#contract/operations/ration-items.ts';
import { rations } from '#contract/operations/rations.ts';
import type { Query } from '#src/core/api/query-string.ts';
import type { ListColumn } from '#src/core/resource/column.ts';
import type { ListFile } from '#src/core/resource/list-file.ts';
import type { Ration } from './columns.ts';

type Line = Omit<Ration, 'items'> & Ration['items'][number];

/** A basis in words; the amount's column states its unit. */
const basisWords = (t: TFunction) =>
  Object.fromEntries(RATION_BASES.map((basis) => [basis, t(`pages:drymatter.bases.${basis}`, { unit: '' }).trim()]));
const holdWords = (t: TFunction) => Object.fromEntries(HOLDS.map((hold) => [hold, t(`pages:drymatter.holds.${hold}`)]));

const yesOrNo = (t: TFunction) => ({ true: t('core:yes'), false: t('core:no') });

const fileColumns = (t: TFunction): ListColumn<Line>[] => [
  { key: 'name', label: t('operations:rations.name') },
  { key: 'ingredient_name', label: t('pages:recipe.ingredient') },
  { key: 'percent', label: t('pages:recipe.percent'), kind: 'percent' },
  {
    key: 'per_head',
    label: t('pages:schedule.weight_per_head'),
    kind: 'weight',
    value: ({ basis, amount }) => (isByHead(basis) ? amount : null),
  },
  {
    key: 'of_load',
    label: t('pages:drymatter.of_load'),
    kind: 'percent',
    value: ({ basis, amount }) => (isByHead(basis) ? null : amount),
  },
  { key: 'basis', label: t('pages:drymatter.basis'), value: ({ basis }) => basisWords(t)[basis] ?? basis },
  { key: 'hold', label: t('pages:drymatter.hold'), value: ({ hold }) => holdWords(t)[hold] ?? hold },
  { key: 'dry_matter', label: t('pages:recipe.dry_matter'), kind: 'percent' },
  { key: 'target_dry_matter', label: t('pages:drymatter.water.target'), kind: 'percent' },
  { key: 'water_name', label: t('pages:drymatter.water.with') },
  { key: 'density', label: `${t('pages:drymatter.density')}, ${t('pages:drymatter.units.density_kg')}`, kind: 'ratio' },
  { key: 'rounding', label: t('pages:history.fields.rounding_step'), kind: 'weight' },
  { key: 'template', label: t('pages:rations.template'), value: ({ template }) => yesOrNo(t)[`${template}`] },
  { key: 'price', label: t('pages:recipe.price'), kind: 'price' },
];

/** A farm's rations, a line for each ingredient. Files with shares only, without columns of amounts, are read too. */
export const rationFile = (t: TFunction, farm: number, query: Query, writes: boolean): ListFile => ({
  title: t('operations:rations.title'),
  columns: fileColumns,
  source: { resource: rations, query, farm },
  // Unneeded water isn't a part.
  lines: ({ items, ...ration }: Ration): Line[] => items.filter(({ amount }) => amount > 0).map((item) => ({ ...ration, ...item })),
  imports: writes
    ? {
        fields: [
          { key: 'name' },
          { key: 'ingredient_name' },
          { key: 'percent' },
          { key: 'per_head', as: 'amount', decimals: 6, needs: 'basis' },
          { key: 'of_load', as: 'amount', decimals: 6, needs: 'basis' },
          { key: 'basis', options: basisWords },
          { key: 'hold', options: holdWords },
          { key: 'dry_matter' },
          { key: 'target_dry_matter' },
          { key: 'water_name' },
          { key: 'density' },
          { key: 'rounding' },
          { key: 'template', options: yesOrNo, isFlag: true },
        ],
        parts: [{ field: 'items', keys: ['ingredient_name', 'percent', 'per_head', 'of_load', 'hold', 'dry_matter'] }],
        texts: ['operations', 'pages'],
        ids: true,
        byName: true,
        farm,
        touches: [{ id: 'schedules' }],
      }
    : undefined,
});
