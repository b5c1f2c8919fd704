import { Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { PlanBar } from '#src/domain/plan/plan-bar.tsx';
import { widthOf } from './figure.ts';
import classes from './recording.module.css';
import { signal } from './signal.ts';
import { clockText, useSecondsSince } from './timer.tsx';

interface MixingProps {
  since: string | null;
  /** Mixing time of the load; 0 if none is set. */
  seconds: number;
}

/** Counts down the mixing time and gives a signal at its end. Afterwards, and without a mixing time, it counts up. */
export function Mixing({ since, seconds }: MixingProps) {
  const { t } = useTranslation('pages');
  const passed = useSecondsSince(since);
  const left = seconds - passed;
  const counts = useRef(left > 0);
  useEffect(() => {
    // No signal if the time was over before this was shown.
    if (counts.current && left <= 0) signal();
    counts.current = left > 0;
  }, [left]);
  const stage = seconds === 0 ? 'mixing' : left > 0 ? 'mix_left' : 'mixed';
  const shown = clockText(left > 0 ? left : passed);
  return (
    <>
      <Text role="status" c={stage === 'mixed' ? undefined : 'dimmed'} fw={stage === 'mixed' ? 600 : undefined}>
        {t(`pages:recording.${stage}`)}
      </Text>
      <p className={classes.figure}>
        <span role="timer" className={classes.number} style={widthOf(shown)}>
          {shown}
        </span>
      </p>
      {seconds > 0 && (
        <>
          <PlanBar large plan={seconds} fact={Math.min(passed, seconds)} label={t(`pages:recording.${stage}`)} />
          <Text c="dimmed">{t('pages:recording.mix_planned', { time: clockText(seconds) })}</Text>
        </>
      )}
    </>
  );
}
