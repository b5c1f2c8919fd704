import type { Formatter } from './formatter.ts';

/** The days from the one to the other as the reader writes them; a single one alone. */
export const daysText = ({ after, before }: { after: string; before: string }, format: Formatter): string => {
  const [from, to] = [format.value('date', after), format.value('date', before)];
  return from === to ? from : `${from} – ${to}`;
};
