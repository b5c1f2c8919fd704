import { useTranslation } from 'react-i18next';
import { daysText } from '#common/format/days-text.ts';
import type { Formatter } from '#common/format/formatter.ts';
import { daysBetween } from '#contract/days.ts';
import classes from './course.module.css';
import { Sparkline } from './sparkline.tsx';

/** Days without a value up to this number are joined by the line. */
const GAP_DAYS = 1.5;

interface CourseProps {
  /** Values by day, at least two. */
  line: readonly { day: string; value: number }[];
  /** The first day of the figure itself. Earlier days are muted. */
  after: string;
  write: (value: number) => string;
  format: Formatter;
}

/** The course of a figure by day, with its first and last day and its range. */
export function Course({ line, after, write, format }: CourseProps) {
  const { t } = useTranslation('pages');
  const [first, last] = [line[0]!.day, line.at(-1)!.day];
  const length = Math.max(1, daysBetween(first, last));
  const values = line.map(({ value }) => value);
  const [low, high] = [write(Math.min(...values)), write(Math.max(...values))];
  return (
    <>
      <Sparkline
        points={line.map(({ day, value }) => ({ value, at: daysBetween(first, day) / length }))}
        mutedUpTo={(daysBetween(first, after) - 1) / length}
        gap={GAP_DAYS / length}
        label={t('pages:home.course', { days: daysText({ after: first, before: last }, format), low, high })}
      />
      <span className={classes.ends} aria-hidden>
        <span>{format.shortDay(first)}</span>
        <span>
          {low} – {high}
        </span>
        <span>{format.shortDay(last)}</span>
      </span>
    </>
  );
}
