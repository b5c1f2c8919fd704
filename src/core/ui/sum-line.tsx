import classes from './sum-line.module.css';

/** What a form comes to, as it comes of what is typed. */
export const SumLine = ({ label, value }: { label: string; value: string }) => (
  <div className={classes.sum} aria-live="polite">
    <span>{label}</span>
    <strong>{value}</strong>
  </div>
);
