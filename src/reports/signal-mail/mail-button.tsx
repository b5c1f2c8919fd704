import { Button, Loader, Modal } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { SignalMail } from '#contract/reports/signal-mail.ts';
import { api } from '#src/core/api/api.ts';
import { FailedState } from '#src/core/ui/states.tsx';
import { MailForm } from './mail-form.tsx';
import { MAIL_PATH } from './values.ts';

/**
 * Opens the settings for signals by mail, or immediately if the address contains the request. The form appears when the current settings
 * are loaded.
 */
export function MailButton() {
  const { t } = useTranslation(['pages', 'core']);
  /** Number of the opening; each one loads the settings again. */
  const [opening, setOpening] = useState(0);
  const [params, setParams] = useSearchParams();
  const isAsked = params.has('mail');
  const [isOpened, setOpened] = useState(false);
  const opened = isOpened || isAsked;
  const { data, error, refetch } = useQuery({
    queryKey: ['signal-mail', opening],
    queryFn: async ({ signal }) => (await api.get<SignalMail>(`${MAIL_PATH}/`, { signal })).data,
    enabled: opened,
    gcTime: 0,
    // An open form isn't updated while somebody edits it.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const close = () => {
    setOpened(false);
    if (!isAsked) return;
    params.delete('mail');
    setParams(params, { replace: true });
  };
  const waits = opened && !data && !error;
  return (
    <>
      <Button
        variant="default"
        aria-busy={waits}
        leftSection={waits ? <Loader size={16} /> : <IconMail size={16} aria-hidden />}
        onClick={() => {
          setOpening(opening + 1);
          setOpened(true);
        }}
      >
        {t('pages:signals.mail.short')}
      </Button>
      {opened && data && <MailForm mail={data} onClose={close} />}
      {opened && error && !data && (
        <Modal opened onClose={close} title={t('pages:signals.mail.title')} closeButtonProps={{ 'aria-label': t('core:actions.close') }}>
          <FailedState error={error} onRetry={refetch} />
        </Modal>
      )}
    </>
  );
}
