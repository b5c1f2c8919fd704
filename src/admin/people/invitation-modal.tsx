import { Alert, Button, Group, Loader, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Invitation } from '#contract/admin/sign-in-links.ts';
import { api } from '#src/core/api/api.ts';
import { failureText } from '#src/core/api/error-text.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { CopyField } from '#src/core/ui/copy-field.tsx';
import { PlainModal } from '#src/core/ui/plain-modal.tsx';
import { nameOf, type Person } from './person.ts';

interface InvitationModalProps {
  /** The resource's path under `/api/`. */
  path: string;
  person: Person;
  onClose: () => void;
}

/** Creates a link with which a person sets a password, mails it if the server can, and shows it once to be copied. */
export function InvitationModal({ path, person, onClose }: InvitationModalProps) {
  const { t } = useTranslation(['admin', 'core', 'pages']);
  const format = useFormat();
  const { invitation, problem } = useInvitation(path, person.id);
  const sending = {
    none: null,
    sent: t('pages:sign_in_link.invite.mail_sent', { email: person.email }),
    failed: t('pages:sign_in_link.invite.mail_failed', { email: person.email }),
    limit: t('pages:sign_in_link.invite.mail_limit'),
  }[invitation?.mail ?? 'none'];
  return (
    <PlainModal
      onClose={onClose}
      closeOnClickOutside={false}
      size="lg"
      title={t('pages:sign_in_link.invite.title', { name: nameOf(person) })}
    >
      <Stack>
        {problem && (
          <Alert color="red" role="alert">
            {problem}
          </Alert>
        )}
        {!invitation && !problem && <Loader aria-label={t('core:loading')} />}
        {sending && <Text role="status">{sending}</Text>}
        {invitation && (
          <CopyField
            label={t('pages:sign_in_link.invite.link')}
            description={t('pages:sign_in_link.invite.text', { until: format.value('datetime', invitation.expires_at) })}
            value={new URL(invitation.url, window.location.origin).href}
          />
        )}
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('core:actions.close')}</Button>
        </Group>
      </Stack>
    </PlainModal>
  );
}

/** A new invitation, created once when the dialog opens. */
function useInvitation(path: string, id: number) {
  const { t } = useTranslation('core');
  const [invitation, setInvitation] = useState<Invitation | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: one invitation for each dialog
  useEffect(() => {
    api.post<Invitation>(`${path}/${id}/invite/`, { body: { mail: true } }).then(
      ({ data }) => setInvitation(data),
      (error) => setProblem(failureText(t, error)),
    );
  }, []);
  return { invitation, problem };
}
