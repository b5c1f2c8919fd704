import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { failureText } from '#src/core/api/error-text.ts';

/** Shows that the figures are old because new ones couldn't be loaded. */
export function Stale({ error }: { error: unknown }) {
  const { t } = useTranslation(['reports', 'core']);
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} role="alert">
      {t('reports:view.stale', { reason: failureText(t, error) })}
    </Alert>
  );
}
