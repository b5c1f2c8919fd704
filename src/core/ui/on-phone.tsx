import { Alert } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconDeviceDesktop } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** A phone, upright or on its side, where it is as wide as a small window of a computer: what is low and has no mouse is still a phone. */
const PHONE = '(max-width: 40em), (pointer: coarse) and (max-height: 30em)';

/** Whether what needs a computer isn't offered. How wide a screen is drawn is another matter. */
export const useOnPhone = () => useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false });

/** Says why nothing can be changed here. */
export function ComputerOnly() {
  const { t } = useTranslation(['core', 'pages']);
  return (
    <Alert variant="light" color="gray" mb="md" icon={<IconDeviceDesktop size={18} aria-hidden />} title={t('pages:recipe.computer')}>
      {t('pages:recipe.computer_text')}
    </Alert>
  );
}
