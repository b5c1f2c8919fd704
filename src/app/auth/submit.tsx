import type { ReactNode } from 'react';
import classes from './auth-page.module.css';

/** The form's one button; while busy it stays where it is, with the focus, and takes no second press. */
export function Submit({ busy, children }: { busy: boolean; children: ReactNode }) {
  return (
    <button type="submit" className={classes.submit} aria-busy={busy} aria-disabled={busy}>
      {children}
    </button>
  );
}
