import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import classes from './outcome.module.css';

interface Line {
  label: string;
  value: string;
  unit?: string | false | undefined;
  /** The fault of the figure: too little or too much. */
  tone?: 'under' | 'over' | undefined;
  /** The sign next to the figure; by default a warning if there is a tone. */
  mark?: 'warning' | 'fits' | 'none' | undefined;
}

const MARKS = { warning: IconAlertTriangle, fits: IconCircleCheck } as const;

/** The effect of a form's button, in a few figures that follow the typed values. */
export const Outcome = ({ lines }: { lines: readonly Line[] }) => (
  <dl className={classes.outcome} aria-live="polite">
    {lines.map(({ label, value, unit, tone, mark = tone ? 'warning' : 'none' }) => {
      const Mark = mark === 'none' ? null : MARKS[mark];
      return (
        <div key={label} data-tone={tone}>
          <dt>{label}</dt>
          <dd>
            {Mark && <Mark size={16} aria-hidden />}
            {value} <small>{unit}</small>
          </dd>
        </div>
      );
    })}
  </dl>
);
