import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import type { DailyFeedIntake } from '#contract/operations/ingredients.ts';
import { api } from '#src/core/api/api.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { FailedState } from '#src/core/ui/states.tsx';
import type { Ingredient } from './columns.tsx';
import classes from './detail.module.css';

type Intake = z.infer<typeof DailyFeedIntake>;
const DAYS = [1, 7, 14, 30] as const;

/** The mean that is fed a day, over the last 1, 7, 14 and 30 days. */
export function Intakes({ ingredient }: { ingredient: Ingredient }) {
  const { t } = useTranslation(['operations', 'core']);
  const format = useFormat();
  const { data, error, refetch } = useQuery({
    queryKey: ['ingredients', 'intakes', ingredient.id],
    queryFn: async ({ signal }) =>
      (await api.get<Intake[]>('manager/ingredients/daily-feed-intakes/', { query: { id: ingredient.id }, signal })).data,
  });
  const own = data?.find(({ id }) => id === ingredient.id);
  return (
    <section aria-labelledby="intakes">
      <Text component="h2" fw={600} mb={8} id="intakes">
        {t('operations:ingredients.intakes')}
      </Text>
      {error && !data ? (
        <FailedState error={error} onRetry={refetch} />
      ) : data ? (
        <dl className={classes.facts}>
          {DAYS.map((days) => (
            <div key={days}>
              <dt>{t('operations:ingredients.last_days', { days })}</dt>
              <dd>
                {format.value('weight', own?.[`day_${days}`])} <small>{t(format.unit('weight'))}</small>
              </dd>
            </div>
          ))}
        </dl>
      ) : (
        <Skeleton height={44} data-skeleton />
      )}
    </section>
  );
}
