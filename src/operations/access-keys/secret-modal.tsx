import { Alert, Button, Group, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import type { KeyScope } from '#contract/key-scopes.ts';
import type { NewAccessKey } from '#contract/operations/access-keys.ts';
import { CopyField } from '#src/core/ui/copy-field.tsx';
import { PlainModal } from '#src/core/ui/plain-modal.tsx';

/** A read that a key with the scope may make. */
const READS: Record<KeyScope, string> = {
  record_loads: 'schedule/schedules/?ordering=-planned_on',
  read_lists: 'manager/ingredients/',
  read_reports: 'report/planfeed/make/',
  write_animals: 'about/',
  write_deliveries: 'manager/deliveries/?ordering=-time',
};

/** Example of a script's request with the new key. */
const writeExample = ({ secret, scopes: [scope = 'record_loads'] }: SecretModalProps['made'], origin: string) =>
  `curl -H "Authorization: Bearer ${secret}" "${origin}/api/${READS[scope]}"`;

interface SecretModalProps {
  made: z.infer<typeof NewAccessKey>;
  onClose: () => void;
}

/** Shows the secret of a new key once. A click outside doesn't close the window. */
export function SecretModal({ made, onClose }: SecretModalProps) {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  return (
    <PlainModal
      onClose={onClose}
      closeOnClickOutside={false}
      closeOnEscape={false}
      size="lg"
      title={t('pages:access_keys.secret_of', { name: made.name })}
    >
      <Stack>
        <Alert color="straw" variant="light" icon={<IconAlertTriangle size={18} aria-hidden />}>
          {t('pages:access_keys.once')}
        </Alert>
        <CopyField label={t('pages:access_keys.secret')} value={made.secret} />
        <CopyField
          label={t('pages:access_keys.example')}
          description={t('pages:access_keys.example_hint')}
          value={writeExample(made, window.location.origin)}
        />
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('pages:access_keys.kept')}</Button>
        </Group>
      </Stack>
    </PlainModal>
  );
}
