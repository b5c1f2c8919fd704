import { Modal, type ModalProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useReturnFocus } from './return-focus.ts';

/** A dialog that is only there while it is open: its cross has a name, and what opened it gets the focus back. */
export function PlainModal(props: Omit<ModalProps, 'opened'>) {
  useReturnFocus();
  const { t } = useTranslation('core');
  return <Modal opened closeButtonProps={{ 'aria-label': t('core:actions.close') }} {...props} />;
}
