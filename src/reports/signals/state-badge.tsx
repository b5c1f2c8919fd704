import { type Icon, IconBellRinging, IconCheck, IconEye, IconMessageCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { SignalState } from '#contract/reports/signal-words.ts';
import classes from './signals.module.css';

const ICONS: Record<SignalState, Icon> = { new: IconBellRinging, seen: IconEye, explained: IconMessageCheck, done: IconCheck };

/** State of a signal, as a word with a sign. */
export function StateBadge({ state }: { state: SignalState }) {
  const { t } = useTranslation('pages');
  const StateIcon = ICONS[state];
  return (
    <span className={classes.state} data-state={state}>
      <StateIcon size={14} aria-hidden />
      {t(`pages:signals.states.${state}`)}
    </span>
  );
}
