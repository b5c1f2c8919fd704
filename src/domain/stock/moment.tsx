import { useFormat } from '#src/core/format/use-format.ts';
import classes from './rest.module.css';
import { useTimezoneOf } from './timezone.ts';

/** When something happened, by the clock of the farm where it did. */
export function Moment({ at, farm }: { at: string; farm: number }) {
  const format = useFormat({ timezone: useTimezoneOf(farm) });
  return <span className={classes.moment}>{format.value('datetime', at)}</span>;
}
