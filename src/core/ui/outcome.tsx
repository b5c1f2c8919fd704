import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import classes from './outcome.module.css';

interface Line {
  label: string;
  value: string;
  unit?: string | false | undefined;
  /** What is wrong about it: something is missing, or there is more than expected. */
  tone?: 'under' | 'over' | undefined;
  /** Said by a sign beside the figure: by default a warning where there is a tone. */
  mark?: 'warning' | 'fits' | 'none' | undefined;
}

const MARKS = { warning: IconAlertTriangle, fits: IconCircleCheck } as const;

/** What pressing the button of a form would do, in a few figures side by side, as they come of what is typed. */
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
