import classes from './sum-line.module.css';

/** The sum of a form, which follows the typed values. */
export const SumLine = ({ label, value }: { label: string; value: string }) => (
  <div className={classes.sum} aria-live="polite">
    <span>{label}</span>
    <strong>{value}</strong>
  </div>
);
