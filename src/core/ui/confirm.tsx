import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import i18next from 'i18next';

interface Question {
  title: string;
  text?: string;
  confirm: string;
  danger?: boolean;
}

/** Asks before something is done; resolves to whether it was agreed to. */
export function ask({ title, text, confirm, danger = false }: Question): Promise<boolean> {
  return new Promise((resolve) => {
    modals.openConfirmModal({
      title: (
        <Text component="span" size="lg" fw={600}>
          {title}
        </Text>
      ),
      children: text && <Text>{text}</Text>,
      labels: { confirm, cancel: i18next.t('core:actions.cancel') },
      // Enter must not destroy: the focus begins on the harmless side.
      confirmProps: { color: danger ? 'red' : undefined, 'data-autofocus': !danger || undefined },
      cancelProps: { 'data-autofocus': danger || undefined },
      onConfirm: () => resolve(true),
      onCancel: () => resolve(false),
      onClose: () => resolve(false),
    });
  });
}

/** Every delete asks this: the operation cannot be undone. */
export const askDelete = (name: string) =>
  ask({
    title: i18next.t('core:confirm.delete', { name }),
    text: i18next.t('core:confirm.irreversible'),
    confirm: i18next.t('core:actions.delete'),
    danger: true,
  });

/** Before typed changes are thrown away. */
export const askDiscard = () =>
  ask({
    title: i18next.t('core:confirm.unsaved'),
    text: i18next.t('core:confirm.unsaved_text'),
    confirm: i18next.t('core:confirm.discard'),
    danger: true,
  });
