import { Alert, Button, Group, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { NewDatabaseAccess } from '#contract/operations/database-access.ts';
import { CopyField } from '#src/core/ui/copy-field.tsx';
import { PlainModal } from '#src/core/ui/plain-modal.tsx';

/** Shows the password of the role once. A click outside doesn't close the window. */
export function DatabasePassword({ made, onClose }: { made: NewDatabaseAccess; onClose: () => void }) {
  const { t } = useTranslation(['core', 'pages']);
  const { host = 'HOST', port = 5432, database = 'manger' } = made.address ?? {};
  return (
    <PlainModal
      onClose={onClose}
      closeOnClickOutside={false}
      closeOnEscape={false}
      size="lg"
      title={`${t('pages:database_access.title')}: ${made.role}`}
    >
      <Stack>
        <Alert color="straw" variant="light" icon={<IconAlertTriangle size={18} aria-hidden />}>
          {t('pages:database_access.once')}
        </Alert>
        <CopyField label={t('pages:database_access.user')} value={made.role ?? ''} />
        <CopyField label={t('pages:database_access.password')} value={made.password} />
        <CopyField
          label="psql"
          value={`psql "host=${host} port=${port} dbname=${database} user=${made.role}" -c "select * from bi.farms"`}
        />
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('pages:database_access.kept')}</Button>
        </Group>
      </Stack>
    </PlainModal>
  );
}
