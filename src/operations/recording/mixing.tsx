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
  /** How long the mixer is to mix this load; 0 where nobody has set it. */
  seconds: number;
}

/** Counts down what is left to mix and gives a sign at the end; then, as where no time is set, counts how long it has mixed. */
export function Mixing({ since, seconds }: MixingProps) {
  const { t } = useTranslation('pages');
  const passed = useSecondsSince(since);
  const left = seconds - passed;
  const counts = useRef(left > 0);
  useEffect(() => {
    // What was over before it came on screen is nothing to startle anybody with.
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
