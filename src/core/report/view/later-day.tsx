import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { todayIn } from '#common/format/clock.ts';
import type { Formatter } from '#common/format/formatter.ts';
import { addDays } from '#contract/days.ts';
import type { ReportData, ReportDefinition } from '#contract/reports/shape.ts';
import { useLanguage } from '#src/core/i18n/use-language.ts';
import { type Filters, paramsOf, queryOf } from '#src/core/report/filters.ts';
import { reportQuery } from '#src/core/report/queries.ts';

interface LaterDayProps {
  definition: ReportDefinition;
  data: ReportData;
  filters: Filters;
  format: Formatter;
}

/** Opens an empty report of whole days at today, if today has data, and states this. Nobody's first report is empty. */
export function LaterDay({ definition, data, filters, format }: LaterDayProps) {
  const { t } = useTranslation('pages');
  const language = useLanguage();
  const [, setParams] = useSearchParams();
  const [opened, setOpened] = useState<string>();
  const today = todayIn(data.timezone);
  const later = { ...filters, after: today, before: today };
  const isEmpty = data.rows.length === 0 && filters.before === addDays(today, -1);
  const { data: found } = useQuery({
    ...reportQuery(definition, { ...queryOf(later), language, page_size: 1 }),
    enabled: isEmpty && opened === undefined,
  });
  const hasData = isEmpty && opened === undefined && (found?.data.rows.length ?? 0) > 0;
  const open = useEffectEvent(() => {
    setOpened(today);
    setParams(paramsOf(later), { replace: true });
  });
  useEffect(() => {
    if (hasData) open();
  }, [hasData]);
  if (opened === undefined || filters.after !== opened) return null;
  return (
    <Text size="sm" c="dimmed" role="status">
      {t('pages:first_steps.later', { day: format.value('date', opened) })}
    </Text>
  );
}
