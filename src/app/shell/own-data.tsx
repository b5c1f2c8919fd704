import { Button, Group } from '@mantine/core';
import { IconFileDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PersonalData } from '#contract/admin/personal-data.ts';
import { api } from '#src/core/api/api.ts';
import { failureText } from '#src/core/api/error-text.ts';
import { toast } from '#src/core/ui/toast.ts';

/** Downloads all data stored about the signed-in user. */
export function OwnData() {
  const { t } = useTranslation('core');
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const [{ data }, { saveJson }] = await Promise.all([
        api.get<PersonalData>('auth/me/export/'),
        import('#src/core/export/save-json.ts'),
      ]);
      saveJson(data, t('core:profile.export_name'));
    } catch (error) {
      toast.error(failureText(t, error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Group>
      <Button variant="default" loading={busy} leftSection={<IconFileDownload size={18} aria-hidden />} onClick={() => void save()}>
        {t('core:profile.export')}
      </Button>
    </Group>
  );
}
