import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { todayIn } from '#common/format/clock.ts';
import { addDays } from '#contract/days.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import classes from './rest.module.css';
import { useTimezoneOf } from './timezone.ts';

/** The rest of a feed. Below zero, `label` explains: by default, more was taken than the books contained. */
export function Rest({ kg, label }: { kg: number; label?: string }) {
  const { t } = useTranslation('operations');
  const format = useFormat();
  const text = format.value('weight', kg);
  if (kg >= 0) return text;
  const why = label ?? t('operations:ingredients.negative');
  return (
    <span className={classes.mark} data-tone="beyond" title={why}>
      <IconAlertTriangle size={14} role="img" aria-label={why} />
      {text}
    </span>
  );
}

/** Min days without a warning. */
const SOON_DAYS = 7;

function Soon({ now, text, hint }: { now: boolean; text: string; hint?: string }) {
  const { t } = useTranslation('operations');
  const why = [t('operations:ingredients.soon'), hint].filter(Boolean).join('\n');
  return (
    <span className={classes.mark} data-tone={now ? 'beyond' : 'over'} title={why}>
      <IconAlertTriangle size={14} role="img" aria-label={why} />
      {text}
    </span>
  );
}

/** `text`, with a warning if the rest lasts less than a week. */
export const Lasting = ({ days, text }: { days: number | null; text: string }) =>
  days === null || days >= SOON_DAYS ? text : <Soon now={days < 1} text={text} />;

/** The day on which the feed runs out by plan, with a warning within a week; `hint` adds an explanation. */
export function RunsOut({ day, farm, hint }: { day: string | null; farm: number; hint?: string }) {
  const format = useFormat();
  const today = todayIn(useTimezoneOf(farm));
  const text = format.value('date', day);
  if (day !== null && day < addDays(today, SOON_DAYS)) return <Soon now={day <= today} text={text} hint={hint} />;
  return hint ? <span title={hint}>{text}</span> : text;
}
