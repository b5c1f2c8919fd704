import { Alert } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconDeviceDesktop } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** A phone, also in landscape, when it is as wide as a small window of a computer: a low screen without a mouse is still a phone. */
const PHONE = '(max-width: 40em), (pointer: coarse) and (max-height: 30em)';

/** True if features that need a computer aren't offered. The width of the layout doesn't depend on this. */
export const useOnPhone = () => useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false });

/** True in the narrow layout of a phone. */
export const useNarrow = () => useMediaQuery('(max-width: 40em)', undefined, { getInitialValueInEffect: false });

/** Explains why nothing can be changed on this device. */
export function ComputerOnly() {
  const { t } = useTranslation(['core', 'pages']);
  return (
    <Alert variant="light" color="gray" mb="md" icon={<IconDeviceDesktop size={18} aria-hidden />} title={t('pages:recipe.computer')}>
      {t('pages:recipe.computer_text')}
    </Alert>
  );
}
