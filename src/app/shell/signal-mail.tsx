import { Button } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useAccess } from '#src/core/access/use-access.ts';
import { useAppPath, useCurrentClient } from '#src/core/api/place.ts';
import type { Me } from '#src/core/api/session.ts';
import { MAIL_ADDRESS, SEES_SIGNALS } from '#src/reports/signals/screens.ts';

/** Says that signals by mail are chosen in each client. */
export function SignalMail({ me, onGo }: { me: Me; onGo: () => void }) {
  const { t } = useTranslation('pages');
  const { canAny } = useAccess();
  const client = useCurrentClient();
  const path = useAppPath();
  const isInClient = client !== null || me.user_type === 'client' || me.user_type === 'employee';
  if (!isInClient || !canAny(SEES_SIGNALS)) return null;
  return (
    <Button
      component={Link}
      to={path(MAIL_ADDRESS)}
      variant="subtle"
      color="gray"
      justify="flex-start"
      leftSection={<IconMail size={18} aria-hidden />}
      onClick={onGo}
    >
      {t('pages:signals.mail.title')}
    </Button>
  );
}
