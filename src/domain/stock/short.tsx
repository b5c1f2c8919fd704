import { Truncated } from '#src/core/ui/truncated.tsx';
import classes from './rest.module.css';

/** A name in a table with many columns: on one line, complete on hover; on a narrow screen it may wrap. */
export function Short({ text, wraps }: { text: string; wraps?: true }) {
  return (
    <span className={classes.short} data-wraps={wraps}>
      <Truncated text={text} at={25} />
    </span>
  );
}
