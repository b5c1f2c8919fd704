import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { daysText } from '#common/format/days-text.ts';
import { PERIODS } from '#contract/periods.ts';
import { SWITCHES } from '#contract/reports/switches.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { useFarms } from '#src/core/layout/use-farms.ts';
import type { Bar } from './bar.ts';
import classes from './board.module.css';

interface BoardBarProps {
  bar: Bar;
  onChange: (bar: Bar) => void;
}

/** Farms, days and comparison of all tiles that have none of their own. */
export function BoardBar({ bar, onChange }: BoardBarProps) {
  const { t } = useTranslation(['boards', 'reports']);
  const format = useFormat();
  const farms = useFarms().data ?? [];
  const { farm, period, days, compare_with } = bar;
  return (
    <search className={classes.bar} aria-label={t('reports:filter.title')}>
      {farms.length > 1 && (
        <NativeSelect
          aria-label={t('reports:filter.farm')}
          value={farm.length === 1 ? farm[0] : ''}
          data={[{ value: '', label: t('boards:all_farms') }, ...farms.map(({ id, name }) => ({ value: String(id), label: name }))]}
          onChange={({ currentTarget: { value } }) => onChange({ ...bar, farm: value ? [Number(value)] : [] })}
        />
      )}
      <NativeSelect
        aria-label={t('reports:filter.period')}
        value={days ? '' : period}
        data={[
          ...(days ? [{ value: '', label: daysText(days, format) }] : []),
          ...PERIODS.map((one) => ({ value: one, label: t(`reports:preset.${one}`) })),
        ]}
        onChange={({ currentTarget: { value } }) => {
          const chosen = PERIODS.find((one) => one === value);
          if (chosen) onChange({ ...bar, period: chosen, days: null });
        }}
      />
      <NativeSelect
        aria-label={t('reports:filter.compare_with')}
        value={compare_with}
        data={SWITCHES.compare_with.map((one) => ({
          value: one,
          label: `${t('reports:filter.compare_with')}: ${t(`reports:switch.compare_with.${one}`)}`,
        }))}
        onChange={({ currentTarget: { value } }) => {
          const chosen = SWITCHES.compare_with.find((one) => one === value);
          if (chosen) onChange({ ...bar, compare_with: chosen });
        }}
      />
    </search>
  );
}
