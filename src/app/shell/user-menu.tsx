import { Avatar, UnstyledButton } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Me } from '#src/core/api/session.ts';
import { DropTarget } from '#src/core/ui/drop.tsx';
import { lazyPart } from '#src/core/ui/lazy-part.ts';
import { fullName } from './full-name.ts';
import classes from './user-menu.module.css';

const UserPanel = lazyPart(async () => (await import('./user-panel.tsx')).UserPanel);
const ProfileModal = lazyPart(async () => (await import('./profile-modal.tsx')).ProfileModal);
const SecurityModal = lazyPart(async () => (await import('./security-modal.tsx')).SecurityModal);

export function UserMenu({ me }: { me: Me }) {
  const { t } = useTranslation('core');
  const [shown, setShown] = useState<'profile' | 'security' | null>(null);
  return (
    <>
      <DropTarget
        popup="dialog"
        preload={UserPanel.preload}
        button={
          <UnstyledButton className={classes.user} aria-label={t('core:menu.user', { name: fullName(me) })}>
            <Avatar name={fullName(me)} color="green" radius="xl" size={36} />
          </UnstyledButton>
        }
      >
        {(drop) => (
          <UserPanel
            drop={drop}
            me={me}
            onShow={(what) => {
              drop.onChange(false);
              setShown(what);
            }}
          />
        )}
      </DropTarget>
      <Suspense>
        {shown === 'profile' && <ProfileModal me={me} onClose={() => setShown(null)} />}
        {shown === 'security' && <SecurityModal me={me} onClose={() => setShown(null)} />}
      </Suspense>
    </>
  );
}
