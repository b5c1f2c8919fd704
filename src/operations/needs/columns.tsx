import { IconBlender } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import type { Formatter } from '#common/format/formatter.ts';
import type { IngredientNeed } from '#contract/operations/ingredients.ts';
import type { ListColumn } from '#src/core/resource/column.ts';
import { Rest, RunsOut } from '#src/domain/stock/rest.tsx';
import { Short } from '#src/domain/stock/short.tsx';
import classes from './needs.module.css';

interface Words {
  t: TFunction;
  format: Formatter;
  dayName: (day: string) => string;
  /** True for several farms, so that each row names its farm. */
  farms: boolean;
}

/** The missing quantity; an icon marks feed that is mixed instead of ordered. */
export function Missing({ need, t, format }: { need: IngredientNeed; t: TFunction; format: Formatter }) {
  if (need.missing === 0) return format.value('weight', null);
  return (
    <span className={classes.missing}>
      {need.made && <IconBlender size={16} stroke={1.6} role="img" aria-label={t('pages:needs.to_mix')} />}
      <b title={need.made ? t('pages:needs.to_mix') : undefined}>{format.value('weight', need.missing)}</b>
    </span>
  );
}

function Day({ need, at, format }: { need: IngredientNeed; at: number; format: Formatter }) {
  const day = need.days[at];
  if (!day) return format.value('weight', null);
  return (
    <span className={classes.day}>
      <span>{format.value('weight', day.need || null, { decimals: 0 })}</span>
      <small data-short={day.rest < 0 || undefined}>{format.value('weight', day.rest, { decimals: 0 })}</small>
    </span>
  );
}

/** Stock, needs and the day when the stock runs out; then a column for each day. `days` are those of the rows. */
export const needColumns = (days: readonly string[], { t, format, dayName, farms }: Words): ListColumn<IngredientNeed>[] => [
  { key: 'name', label: t('operations:ingredients.name'), render: (row) => <Short text={row.name} wraps /> },
  {
    key: 'farm_name',
    label: t('operations:ingredients.farm'),
    exported: farms ? undefined : 'only',
    render: (row) => <Short text={row.farm_name} wraps />,
  },
  { key: 'type_name', label: t('operations:ingredients.type'), exported: 'only' },
  { key: 'stock_name', label: t('operations:ingredients.stock'), exported: 'only' },
  { key: 'rest', label: t('operations:ingredients.rest'), kind: 'weight', render: (row) => <Rest kg={row.rest} /> },
  { key: 'need', label: t('pages:needs.need'), kind: 'weight' },
  { key: 'coming', label: t('pages:needs.coming'), kind: 'weight', exported: 'only' },
  {
    key: 'run_out_on',
    label: t('operations:ingredients.run_out_on'),
    kind: 'date',
    render: (row) => <RunsOut day={row.run_out_on} farm={row.farm} />,
  },
  {
    key: 'missing',
    label: t('pages:needs.missing'),
    kind: 'weight',
    render: (row) => <Missing need={row} t={t} format={format} />,
  },
  ...days.flatMap((day, at): ListColumn<IngredientNeed>[] => [
    {
      key: day,
      label: dayName(day),
      // The unit is shown once, with the sums.
      value: (row) => row.days[at]?.need ?? null,
      kind: 'weight',
      unit: false,
      secondary: true,
      render: (row) => <Day need={row} at={at} format={format} />,
    },
    {
      key: `${day} left`,
      label: `${dayName(day)}: ${t('pages:needs.left')}`,
      value: (row) => row.days[at]?.rest ?? null,
      kind: 'weight',
      exported: 'only',
    },
  ]),
];
