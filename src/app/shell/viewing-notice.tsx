import { Button } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { signOut } from '#src/core/api/auth.ts';
import type { Me } from '#src/core/api/session.ts';
import { fullName } from './full-name.ts';
import classes from './viewing-notice.module.css';

/** Says on every screen as which user the support is viewing, with a way to end it. */
export function ViewingNotice({ me }: { me: Me }) {
  const { t } = useTranslation('core');
  if (me.viewer === null) return null;
  return (
    <div className={classes.notice} role="status">
      <span>
        <IconEye className={classes.icon} size={16} aria-hidden /> {t('core:viewing.text', { name: fullName(me) })}
      </span>
      <Button size="compact-sm" variant="white" onClick={signOut}>
        {t('core:viewing.leave')}
      </Button>
    </div>
  );
}
