import type { Formatter } from './formatter.ts';

/** A range of days in the reader's format; a single day without a range. */
export const daysText = ({ after, before }: { after: string; before: string }, format: Formatter): string => {
  const [from, to] = [format.value('date', after), format.value('date', before)];
  return from === to ? from : `${from} – ${to}`;
};
