import { Avatar, Button, NativeSelect, Popover, SegmentedControl, Stack, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { IconLogout, IconShieldLock, IconUser } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '../../../contract/kinds.ts';
import { api } from '../../core/api/api.ts';
import { signOut } from '../../core/api/auth.ts';
import { failureText } from '../../core/api/error-text.ts';
import { keepMe, type Me } from '../../core/api/session.ts';
import { chooseLanguage } from '../../core/i18n/i18n.ts';
import { LANGUAGE_LIST, LANGUAGE_NAMES } from '../../core/i18n/languages.ts';
import { useLanguage } from '../../core/i18n/use-language.ts';
import { loadChunk } from '../../core/ui/load-chunk.ts';
import { toast } from '../../core/ui/toast.ts';
import classes from './user-menu.module.css';

const COLOR_SCHEMES = ['light', 'dark', 'auto'] as const;

const ProfileModal = lazy(() => loadChunk(async () => ({ default: (await import('./profile-modal.tsx')).ProfileModal })));

const SecurityModal = lazy(() => loadChunk(async () => ({ default: (await import('./security-modal.tsx')).SecurityModal })));

export const fullName = (me: Me) => `${me.first_name} ${me.last_name}`.trim() || me.email || me.phone;

export function UserMenu({ me }: { me: Me }) {
  const { t } = useTranslation('core');
  const language = useLanguage();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [opened, setOpened] = useState(false);
  const [shown, setShown] = useState<'profile' | 'security' | null>(null);

  const show = (what: typeof shown) => {
    setOpened(false);
    setShown(what);
  };
  const changeLanguage = async (next: Language) => {
    await chooseLanguage(next);
    try {
      keepMe((await api.put<Me>('auth/me/', { body: { language: next } })).data);
    } catch (error) {
      toast.error(failureText(t, error));
    }
  };

  return (
    <>
      <Popover opened={opened} onChange={setOpened} position="bottom-end" width={280} shadow="md" trapFocus returnFocus>
        <Popover.Target>
          <UnstyledButton
            className={classes.user}
            aria-label={t('core:menu.user', { name: fullName(me) })}
            onClick={() => setOpened(!opened)}
          >
            <Avatar name={fullName(me)} color="green" radius="xl" size={36} />
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown>
          <Stack gap="sm">
            <div>
              <Text fw={600}>{fullName(me)}</Text>
              <Text size="xs" c="dimmed">
                {t(`core:roles.${me.is_superadmin ? 'superadmin' : me.user_type}`)}
                {me.email && ` · ${me.email}`}
              </Text>
            </div>
            <NativeSelect
              label={t('core:menu.language')}
              value={language}
              onChange={(event) => changeLanguage(event.currentTarget.value as Language)}
              data={LANGUAGE_LIST.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
            />
            <div>
              <Text fw={600} mb={4} id="scheme">
                {t('core:menu.theme')}
              </Text>
              <SegmentedControl
                fullWidth
                aria-labelledby="scheme"
                value={colorScheme}
                onChange={(scheme) => setColorScheme(scheme as (typeof COLOR_SCHEMES)[number])}
                size="xs"
                data={COLOR_SCHEMES.map((value) => ({ value, label: t(`core:theme.${value}`) }))}
              />
            </div>
            <Stack gap={4}>
              <Button
                variant="subtle"
                color="gray"
                justify="flex-start"
                leftSection={<IconUser size={18} aria-hidden />}
                onClick={() => show('profile')}
              >
                {t('core:profile.title')}
              </Button>
              <Button
                variant="subtle"
                color="gray"
                justify="flex-start"
                leftSection={<IconShieldLock size={18} aria-hidden />}
                onClick={() => show('security')}
              >
                {t('core:security.title')}
              </Button>
              <Button
                variant="subtle"
                color="gray"
                justify="flex-start"
                leftSection={<IconLogout size={18} aria-hidden />}
                onClick={signOut}
              >
                {t('core:menu.sign_out')}
              </Button>
            </Stack>
          </Stack>
        </Popover.Dropdown>
      </Popover>
      <Suspense>
        {shown === 'profile' && <ProfileModal me={me} onClose={() => setShown(null)} />}
        {shown === 'security' && <SecurityModal me={me} onClose={() => setShown(null)} />}
      </Suspense>
    </>
  );
}
