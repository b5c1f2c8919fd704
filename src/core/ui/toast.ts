import { notifications } from '@mantine/notifications';

const SHOWN_MS = 2500;

const show = (message: string, color: string) =>
  notifications.show({ message, color, position: 'bottom-center', autoClose: SHOWN_MS, withBorder: true });

/** Short word at the bottom centre that goes by itself. */
export const toast = {
  success: (message: string) => show(message, 'green'),
  error: (message: string) => show(message, 'red'),
};
