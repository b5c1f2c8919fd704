import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CallProposal } from '#contract/operations/daily-call.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { scoreText } from '#src/domain/farm/score-text.ts';
import { useWeightUnit } from '#src/domain/plan/weight-unit.ts';
import classes from './daily-call.module.css';

/** The days before: a bar of what was given, its full part what was eaten, and the bunk's score under it; the last of them in words. */
export function DaysStrip({ days }: { days: CallProposal['days'] }) {
  const { t } = useTranslation('pages');
  const format = useFormat();
  const unit = useWeightUnit();
  const most = Math.max(1, ...days.map(({ delivered }) => delivered ?? 0));
  // The unit never begins a line of its own.
  const weight = (kg: number | null) => (kg === null ? '–' : `${format.value('weight', kg)}\u00a0${unit}`);
  const height = (kg: number | null) => `${(Math.max(0, kg ?? 0) * 100) / most}%`;
  const textOf = ({ day, score, delivered, eaten }: CallProposal['days'][number]) =>
    t('pages:daily_call.day', {
      day: format.value('date', day),
      score: score === null ? '–' : scoreText(score),
      given: weight(delivered),
      eaten: weight(eaten),
    });
  const last = days.at(-1);
  return (
    <div>
      <ol className={classes.strip} aria-label={t('pages:daily_call.days')}>
        {days.map((one) => (
          <li key={one.day} title={textOf(one)} aria-label={textOf(one)}>
            <span className={classes.bar} aria-hidden>
              <span className={classes.given} style={{ height: height(one.delivered) }} />
              <span className={classes.eaten} style={{ height: height(one.eaten) }} />
            </span>
            <span aria-hidden>{one.score === null ? '·' : scoreText(one.score)}</span>
          </li>
        ))}
      </ol>
      {last && (
        <Text size="xs" c="dimmed" aria-hidden>
          {textOf(last)}
        </Text>
      )}
    </div>
  );
}
