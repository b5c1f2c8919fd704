import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Period } from '#contract/periods.ts';

/** The value for fixed days instead of a period. */
export const FIXED = '';
export type SavedDays = Period | typeof FIXED;

interface SavedDaysFieldProps {
  periods: readonly Period[];
  /** Text of the fixed days; null if the days always follow the calendar. */
  fixed: string | null;
  value: SavedDays;
  onChange: (days: SavedDays) => void;
}

/** Chooses whether saved days follow the calendar, and by which period. */
export function SavedDaysField({ periods, fixed, value, onChange }: SavedDaysFieldProps) {
  const { t } = useTranslation('reports');
  return (
    <NativeSelect
      label={t('reports:filter.period')}
      data={[
        ...periods.map((period) => ({
          value: period as string,
          label: t(`reports:saved.moving`, { period: t(`reports:preset.${period}`) }),
        })),
        ...(fixed === null ? [] : [{ value: FIXED, label: t('reports:saved.fixed', { days: fixed }) }]),
      ]}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value as SavedDays)}
    />
  );
}
