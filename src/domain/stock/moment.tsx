import { useFormat } from '#src/core/format/use-format.ts';
import classes from './rest.module.css';
import { useTimezoneOf } from './timezone.ts';

/** A moment by the clock of its farm. */
export function Moment({ at, farm }: { at: string; farm: number }) {
  const format = useFormat({ timezone: useTimezoneOf(farm) });
  return <span className={classes.moment}>{format.value('datetime', at)}</span>;
}
