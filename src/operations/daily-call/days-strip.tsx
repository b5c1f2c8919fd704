import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CallProposal } from '#contract/operations/daily-call.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { scoreText } from '#src/domain/farm/score-text.ts';
import { useWeightUnit } from '#src/domain/plan/weight-unit.ts';
import classes from './daily-call.module.css';

interface DaysStripProps {
  days: CallProposal['days'];
  /** Labels of an own scale by score. */
  labels: ReadonlyMap<number, string>;
}

/** The days before: a bar of the feed given with the part eaten, and the bunk's score; the last day also as text. */
export function DaysStrip({ days, labels }: DaysStripProps) {
  const { t } = useTranslation('pages');
  const format = useFormat();
  const unit = useWeightUnit();
  const most = Math.max(1, ...days.map(({ delivered }) => delivered ?? 0));
  // The unit is never separated from its number.
  const weight = (kg: number | null) => (kg === null ? '–' : `${format.value('weight', kg)}\u00a0${unit}`);
  const height = (kg: number | null) => `${(Math.max(0, kg ?? 0) * 100) / most}%`;
  const describeDay = ({ day, score, delivered, eaten }: CallProposal['days'][number]) =>
    t('pages:daily_call.day', {
      day: format.value('date', day),
      score: score === null ? '–' : scoreText(score, labels.get(score)),
      given: weight(delivered),
      eaten: weight(eaten),
    });
  const last = days.at(-1);
  return (
    <div>
      <ol className={classes.strip} aria-label={t('pages:daily_call.days')}>
        {days.map((one) => (
          <li key={one.day} title={describeDay(one)} aria-label={describeDay(one)}>
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
          {describeDay(last)}
        </Text>
      )}
    </div>
  );
}
