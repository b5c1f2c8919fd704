import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { dayAt, startOfDay } from '#common/format/clock.ts';
import { addDays } from '#contract/days.ts';
import { periodRange } from '#contract/periods.ts';
import type { ResourceId } from '#contract/resource-ids.ts';
import { api } from '#src/core/api/api.ts';
import { PageHeader } from '#src/core/layout/page-header.tsx';
import { CopyField } from '#src/core/ui/copy-field.tsx';
import { useFarmCrumbs } from '#src/domain/farm/farm-header.tsx';
import { useFarmOfRoute } from '#src/domain/farm/place.ts';
import { PLACEHOLDER, SNIPPETS } from './snippets.ts';

const INGREDIENTS = 'ingredients' satisfies ResourceId;

/** Examples that connect other programs, with the installation's address, the farm and this month. */
export function Connect({ views }: { views: ReactNode }) {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const farm = useFarmOfRoute();
  const { origin } = window.location;
  const month = periodRange('this_month', dayAt(new Date(), farm.timezone));
  const [start, end] = [month.after, addDays(month.before, 1)].map((day) => startOfDay(day, farm.timezone).toISOString());
  const { data: feed } = useQuery({
    queryKey: [INGREDIENTS, 'example', farm.id],
    queryFn: async ({ signal }) => {
      const query = { farm: farm.id, page_size: 1 };
      return (await api.get<{ id: number }[]>(`manager/${INGREDIENTS}/`, { query, signal })).data[0]?.id ?? null;
    },
  });
  const place = { origin, farm: farm.id, ingredient: feed ?? 1, from: month.after, to: month.before, start: start ?? '', end: end ?? '' };
  return (
    <>
      <PageHeader title={t('pages:connect.title')} crumbs={useFarmCrumbs(farm)} detail={t('pages:connect.detail')} />
      {views}
      <Stack maw={860}>
        <Text>{t('pages:connect.first', { placeholder: PLACEHOLDER })}</Text>
        {SNIPPETS.map(({ name, hint, write, ...more }) => (
          <CopyField
            key={name}
            label={name}
            description={[t(`pages:connect.${hint}`), ...('database' in more ? [t('pages:database_access.instead')] : [])].join('. ')}
            value={write(place)}
          />
        ))}
        <CopyField
          label={t('pages:connect.docs')}
          description={t('pages:connect.docs_hint', { docs: '/api/docs', document: '/api/openapi.json' })}
          value={`npx openapi-typescript ${origin}/api/openapi.json -o manger.d.ts`}
        />
      </Stack>
    </>
  );
}
