import { Alert, Button, Group, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { type SubscriptionLink, subscriptions } from '#contract/reports/subscriptions.ts';
import { api } from '#src/core/api/api.ts';
import { refresh } from '#src/core/resource/queries.ts';
import { CopyField } from '#src/core/ui/copy-field.tsx';
import { PlainModal } from '#src/core/ui/plain-modal.tsx';

export type MadeLink = z.infer<typeof SubscriptionLink>;

/** Creates a new secret link; the former one stops working. */
export async function renewLink(id: number): Promise<MadeLink> {
  const { data } = await api.post<MadeLink>(`${subscriptions.path}/${id}/link/`, { body: {} });
  await refresh(subscriptions);
  return data;
}

/** Shows the secret link once. A click outside doesn't close the window. */
export function LinkModal({ link, until, onClose }: { link: MadeLink; until: string; onClose: () => void }) {
  const { t } = useTranslation(['reports', 'core', 'pages']);
  return (
    <PlainModal onClose={onClose} closeOnClickOutside={false} size="lg" title={t('pages:sending.link')}>
      <Stack>
        <Alert color="straw" variant="light" icon={<IconAlertTriangle size={18} aria-hidden />}>
          {t('pages:sending.link_once')}
        </Alert>
        <CopyField label={t('pages:sending.until', { at: until })} value={new URL(link.url, window.location.origin).href} />
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('core:actions.close')}</Button>
        </Group>
      </Stack>
    </PlainModal>
  );
}
