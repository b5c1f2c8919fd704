import { Modal, type ModalProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useReturnFocus } from './return-focus.ts';

/** A dialog that is mounted only while it is open: its close button has a label, and the focus returns to what opened it. */
export function PlainModal(props: Omit<ModalProps, 'opened'>) {
  useReturnFocus();
  const { t } = useTranslation('core');
  return <Modal opened closeButtonProps={{ 'aria-label': t('core:actions.close') }} {...props} />;
}
