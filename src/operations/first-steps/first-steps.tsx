import { Anchor, List, Paper, Text, ThemeIcon, Title } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { STEPS } from './steps.ts';
import { useFirstSteps } from './use-first-steps.ts';

/** The way from nothing to the first report; each step leads to its form. */
export function FirstSteps() {
  const { t } = useTranslation(['operations', 'pages']);
  const steps = useFirstSteps();
  if (!steps) return null;
  const { all, done, next, findLink } = steps;
  return (
    <Paper component="section" withBorder p="md" mb="md" aria-labelledby="first-steps">
      <Title order={2} size="h4" id="first-steps">
        {t('operations:first_steps.title')}
      </Title>
      <Text c="dimmed" mb="sm">
        {t(all.includes('records') ? 'pages:first_steps.text' : 'pages:first_steps.compound_text')}
      </Text>
      <List type="ordered" listStyleType="none" spacing="xs" center>
        {all.map((step, at) => {
          const isDone = done.includes(step);
          const link = findLink(step);
          return (
            <List.Item
              key={step}
              aria-current={step === next ? 'step' : undefined}
              icon={
                <ThemeIcon size={24} radius="xl" variant={isDone ? 'filled' : 'light'} color={isDone ? 'green' : 'gray'}>
                  {isDone ? <IconCheck size={16} aria-label={t('pages:first_steps.done')} /> : <Text size="xs">{at + 1}</Text>}
                </ThemeIcon>
              }
            >
              {link ? (
                <Anchor component={Link} {...link} fw={step === next ? 600 : undefined}>
                  {t(STEPS[step].label)}
                </Anchor>
              ) : (
                <Text c="dimmed">{t(STEPS[step].label)}</Text>
              )}
            </List.Item>
          );
        })}
      </List>
    </Paper>
  );
}
