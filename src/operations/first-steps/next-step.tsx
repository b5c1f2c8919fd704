import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import classes from './next-step.module.css';
import { STEPS } from './steps.ts';
import { useFirstSteps } from './use-first-steps.ts';
import { useLeadOn } from './use-lead-on.ts';

/** On the screens of a step: how far the first steps have come, and the way to the next one. A saved step opens the next one. */
export function NextStep() {
  const { t } = useTranslation(['operations', 'pages']);
  const { pathname } = useLocation();
  const steps = useFirstSteps();
  useLeadOn(steps);
  // These screens contain the whole list.
  if (!steps?.next || /\/(companies|farms)$/.test(pathname)) return null;
  const link = steps.findLink(steps.next);
  if (!link) return null;
  return (
    <nav className={classes.bar} aria-label={t('operations:first_steps.title')}>
      <span>{t('pages:first_steps.so_far', { done: steps.done.length, all: steps.all.length })}</span>
      <Anchor component={Link} {...link} fw={600}>
        {t('pages:first_steps.next', { step: t(STEPS[steps.next].label) })}
      </Anchor>
    </nav>
  );
}
