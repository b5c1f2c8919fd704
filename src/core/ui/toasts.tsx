import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useStore } from '#src/core/api/store.ts';
import { toasts } from './toast.ts';
import classes from './toasts.module.css';

/** Shows toasts and announces each to screen readers. */
export function Toasts() {
  const shown = useStore(toasts);
  return (
    <div className={classes.toasts} role="status" aria-live="polite">
      {shown.map(({ id, tone, message, action }) => (
        <div key={id} className={classes.toast} data-tone={tone}>
          {tone === 'success' ? <IconCheck size={18} aria-hidden /> : <IconAlertTriangle size={18} aria-hidden />}
          {message}
          {action && (
            <button type="button" className={classes.action} onClick={action.onClick}>
              {action.label}
            </button>
          )}
        </div>
      ))}
    </div>
  );
}
