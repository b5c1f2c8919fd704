import { createStore } from '../api/store.ts';

export interface Toast {
  id: number;
  tone: 'success' | 'error';
  message: string;
}

const SHOWN_MS = 2500;
const MOST = 3;

export const toasts = createStore<readonly Toast[]>([]);

let last = 0;

function show(tone: Toast['tone'], message: string) {
  const id = ++last;
  toasts.set([...toasts.get(), { id, tone, message }].slice(-MOST));
  setTimeout(() => toasts.set(toasts.get().filter((toast) => toast.id !== id)), SHOWN_MS);
}

/** Short word at the bottom centre that goes by itself. */
export const toast = {
  success: (message: string) => show('success', message),
  error: (message: string) => show('error', message),
};
