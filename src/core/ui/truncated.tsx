import { Tooltip } from '@mantine/core';
import classes from './truncated.module.css';

/** Maximum lengths: narrow table cells, table cells, titles. */
export type TruncateAt = 25 | 28 | 45;

interface TruncatedProps {
  text: string;
  at?: TruncateAt;
}

/** Cuts a long text with an ellipsis. The whole text is shown on hover and focus, and read by screen readers. */
export function Truncated({ text, at = 28 }: TruncatedProps) {
  const letters = [...text];
  if (letters.length <= at) return text;
  return (
    <Tooltip label={text} multiline maw={320}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the whole text must be reachable without a mouse */}
      <span className={classes.text} tabIndex={0} role="note" aria-label={text}>
        <span className={classes.cut}>{letters.slice(0, at).join('').trimEnd()}…</span>
      </span>
    </Tooltip>
  );
}
