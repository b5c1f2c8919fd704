import { SegmentedControl, Select, SimpleGrid } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { weekdayText } from '#common/format/weekday.ts';
import { SENDING_TURNS } from '#contract/reports/subscriptions.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { hourText } from './texts.ts';
import { type SubscriptionValues, turned } from './values.ts';

const upTo = (count: number, from: number) => Array.from({ length: count }, (_, at) => at + from);

interface TurnFieldsProps {
  form: UseFormReturnType<SubscriptionValues>;
  /** Type of the report. */
  type: string;
  timezone: string | undefined;
}

/** Chooses frequency, day and hour. */
export function TurnFields({ form, type, timezone }: TurnFieldsProps) {
  const { t } = useTranslation(['reports', 'pages']);
  const format = useFormat();
  const { every, weekday, month_day, hour } = form.values;
  const common = { allowDeselect: false };
  return (
    <>
      <SegmentedControl
        fullWidth
        aria-label={t('pages:sending.turn')}
        data={SENDING_TURNS.map((turn) => ({ value: turn, label: t(`pages:sending.turns.${turn}`) }))}
        value={every}
        onChange={(next) => form.setValues(turned(type, form.getValues(), next))}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {every === 'week' && (
          <Select
            {...common}
            label={t('pages:sending.weekday')}
            data={upTo(7, 1).map((day) => ({ value: String(day), label: weekdayText(day, format.language) }))}
            value={String(weekday)}
            onChange={(day) => form.setFieldValue('weekday', Number(day))}
            error={form.errors.weekday}
          />
        )}
        {every === 'month' && (
          <Select
            {...common}
            label={t('pages:sending.month_day')}
            description={month_day > 28 ? t('pages:sending.month_day_hint') : undefined}
            data={upTo(31, 1).map(String)}
            value={String(month_day)}
            onChange={(day) => form.setFieldValue('month_day', Number(day))}
            error={form.errors.month_day}
          />
        )}
        <Select
          {...common}
          label={t('pages:sending.hour')}
          description={timezone && t('pages:sending.hour_hint', { timezone })}
          data={upTo(24, 0).map((one) => ({ value: String(one), label: hourText(one, format) }))}
          value={String(hour)}
          onChange={(one) => form.setFieldValue('hour', Number(one))}
          error={form.errors.hour}
        />
      </SimpleGrid>
    </>
  );
}
