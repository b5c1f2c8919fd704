import { createStore } from '#src/core/api/store.ts';

interface ToastAction {
  label: string;
  onClick: () => void;
}

export interface Toast {
  id: number;
  tone: 'success' | 'error';
  message: string;
  action?: ToastAction;
}

const SHOWN_MS = 2500;
/** A toast with an undo button stays until undo is no longer possible. */
const ACTION_MS = 10_000;
const MOST = 3;

export const toasts = createStore<readonly Toast[]>([]);

let last = 0;

function show(tone: Toast['tone'], message: string, action?: ToastAction) {
  const id = ++last;
  const hide = () => toasts.set(toasts.get().filter((toast) => toast.id !== id));
  const onClick = () => {
    hide();
    action?.onClick();
  };
  toasts.set([...toasts.get(), { id, tone, message, action: action && { ...action, onClick } }].slice(-MOST));
  setTimeout(hide, action ? ACTION_MS : SHOWN_MS);
}

/** A short message at the bottom centre that disappears automatically. */
export const toast = {
  success: (message: string, action?: ToastAction) => show('success', message, action),
  error: (message: string) => show('error', message),
};
