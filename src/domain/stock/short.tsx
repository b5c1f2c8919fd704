import { Truncated } from '#src/core/ui/truncated.tsx';
import classes from './rest.module.css';

/** A name in a table with many columns: on one line, the whole of it on hover. */
export function Short({ text }: { text: string }) {
  return (
    <span className={classes.short}>
      <Truncated text={text} at={25} />
    </span>
  );
}
