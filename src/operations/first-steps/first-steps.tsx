import { Anchor, List, Paper, Text, ThemeIcon, Title } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { FIRST_STEPS, type FirstSteps as Steps } from '../../../contract/operations/first-steps.ts';
import { useAccess } from '../../core/access/use-access.ts';
import { api } from '../../core/api/api.ts';
import { useAppPath } from '../../core/api/place.ts';
import { fillRoute } from '../../core/layout/screen.ts';
import { STEPS } from './steps.ts';

/** The way from nothing to the first report, for who sets a client up; gone once a feeding has been recorded. */
export function FirstSteps() {
  const { t } = useTranslation('operations');
  const { can } = useAccess();
  const path = useAppPath();
  const { pathname } = useLocation();
  const { data } = useQuery({
    queryKey: ['firststeps'],
    queryFn: async ({ signal }) => (await api.get<Steps>('manager/firststeps/', { signal })).data,
    enabled: can('company', 'add'),
    meta: { of: FIRST_STEPS },
  });
  if (!data || data.done.includes('records')) return null;
  const next = FIRST_STEPS.find((step) => !data.done.includes(step));
  return (
    <Paper component="section" withBorder p="md" mb="md" aria-labelledby="first-steps">
      <Title order={2} size="h4" id="first-steps">
        {t('operations:first_steps.title')}
      </Title>
      <Text c="dimmed" mb="sm">
        {t('operations:first_steps.text')}
      </Text>
      <List type="ordered" listStyleType="none" spacing="xs" center>
        {FIRST_STEPS.map((step, at) => {
          const done = data.done.includes(step);
          const { label, route } = STEPS[step];
          // Before there is a farm one step needs the other.
          const open = !done && (step === next || data.farm !== null);
          const filled = open ? fillRoute(route, { company_id: data.company ?? undefined, farm_id: data.farm ?? undefined }) : null;
          const to = filled && path(filled);
          return (
            <List.Item
              key={step}
              aria-current={step === next ? 'step' : undefined}
              icon={
                <ThemeIcon size={24} radius="xl" variant={done ? 'filled' : 'light'} color={done ? 'green' : 'gray'}>
                  {done ? <IconCheck size={16} aria-label={t('operations:first_steps.done')} /> : <Text size="xs">{at + 1}</Text>}
                </ThemeIcon>
              }
            >
              {to && to !== pathname ? (
                <Anchor component={Link} to={to} fw={step === next ? 600 : undefined}>
                  {t(label)}
                </Anchor>
              ) : (
                <Text c={to ? undefined : 'dimmed'} fw={step === next ? 600 : undefined}>
                  {t(label)}
                </Text>
              )}
            </List.Item>
          );
        })}
      </List>
    </Paper>
  );
}
