import { Button, Group, Loader, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Whose archive is being made, and the way out. */
export function ArchiveProgress({ name, onCancel }: { name: string; onCancel: () => void }) {
  const { t } = useTranslation(['admin', 'core']);
  return (
    <Group gap="sm" mb="md" role="status">
      <Loader size={16} />
      <Text size="sm">{t('admin:archive.making', { name })}</Text>
      <Button size="compact-sm" variant="default" onClick={onCancel}>
        {t('core:actions.cancel')}
      </Button>
    </Group>
  );
}
