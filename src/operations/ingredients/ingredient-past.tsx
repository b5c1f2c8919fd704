import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import type { HistoryRow } from '#contract/operations/history.ts';
import { ChartCard } from '#src/core/chart/chart-card.tsx';
import { useFormat } from '#src/core/format/use-format.ts';
import { allRows } from '#src/core/resource/all-rows.ts';
import { FailedState } from '#src/core/ui/states.tsx';
import classes from './detail.module.css';
import { courseOf } from './past.ts';

const COURSES = [
  ['price', 'price'],
  ['dry_matter', 'percent'],
] as const;

/** How the price and the dry matter went: each a chart whose values open with it. */
export function IngredientPast({ id }: { id: number }) {
  const { t } = useTranslation(['operations', 'core']);
  const format = useFormat();
  const { data, error, refetch } = useQuery({
    queryKey: ['ingredients', 'past', id],
    queryFn: ({ signal }) =>
      allRows<z.infer<typeof HistoryRow>>({ resource: { id: 'ingredients', path: 'history/ingredients' }, query: { id } }, signal),
  });
  if (error && !data) return <FailedState error={error} onRetry={refetch} />;
  if (!data) return <Skeleton height={280} data-skeleton />;
  const now = new Date().toISOString();
  return (
    <div className={classes.charts}>
      {COURSES.map(([field, kind]) => {
        const points = courseOf(data, field);
        const last = points.at(-1);
        const title = t(`operations:ingredients.${field}_past`);
        if (points.length < 2)
          return (
            <section key={field}>
              <Text fw={600} component="h2" mb={4}>
                {title}
              </Text>
              <Text c="dimmed">{t('operations:ingredients.no_changes')}</Text>
            </section>
          );
        const unit = format.unit(kind);
        return (
          <ChartCard
            key={field}
            format={format}
            series={{
              key: field,
              type: 'line',
              title,
              x: { key: 'at', kind: 'datetime', header: t('operations:ingredients.since') },
              y: [{ key: 'value', kind, header: t(`operations:ingredients.${field}`), unit: t(unit, format.unitValues) }],
              // The present value holds up to now.
              rows: [...points, ...(last ? [{ at: now, value: last.value }] : [])].map((point) => ({ ...point })),
            }}
          />
        );
      })}
    </div>
  );
}
