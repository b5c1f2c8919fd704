import type { Language } from '#contract/kinds.ts';
import type { Conventions } from '#contract/words.ts';
import { wallClock } from './clock.ts';
import { dayText, timeText } from './date-text.ts';

interface Reader extends Pick<Conventions, 'clock'> {
  language: Language;
  timezone: string;
}

/**
 * An instant as day and time of the farm's clock. Separate from the texts of days, because the first page needs these without the clock.
 */
export function instantText(instant: string, { language, clock, timezone }: Reader): string {
  const wall = wallClock(instant, timezone)?.toISOString();
  return wall ? `${dayText(wall, language)} ${timeText(wall.slice(11, 16), clock)}` : instant;
}
