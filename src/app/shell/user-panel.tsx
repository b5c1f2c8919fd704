import { Button, NativeSelect, SegmentedControl, Stack, Text, useMantineColorScheme } from '@mantine/core';
import { IconLogout, IconShieldLock, IconUser } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Language } from '#contract/kinds.ts';
import { signOut } from '#src/core/api/auth.ts';
import { failureText } from '#src/core/api/error-text.ts';
import type { Me } from '#src/core/api/session.ts';
import { chooseLanguage } from '#src/core/i18n/i18n.ts';
import { LANGUAGE_LIST, LANGUAGE_NAMES } from '#src/core/i18n/languages.ts';
import { useLanguage } from '#src/core/i18n/use-language.ts';
import type { Drop } from '#src/core/ui/drop.tsx';
import { DropPanel } from '#src/core/ui/drop-place.tsx';
import { toast } from '#src/core/ui/toast.ts';
import { fullName } from './full-name.ts';
import { saveLanguage } from './save-language.ts';
import { SignalMail } from './signal-mail.tsx';

const COLOR_SCHEMES = ['light', 'dark', 'auto'] as const;

interface UserPanelProps {
  drop: Drop;
  me: Me;
  onShow: (what: 'profile' | 'security') => void;
}

/** The signed-in user's menu: language, colour scheme and sign-out. */
export function UserPanel({ drop, me, onShow }: UserPanelProps) {
  const { t, i18n } = useTranslation(['core', 'pages']);
  const language = useLanguage();
  const { colorScheme, setColorScheme } = useMantineColorScheme();

  const changeLanguage = async (next: Language) => {
    await chooseLanguage(next);
    try {
      await saveLanguage(me, next, i18n);
    } catch (error) {
      toast.error(failureText(t, error));
    }
  };

  return (
    <DropPanel drop={drop} position="bottom-end" width={280}>
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
            onClick={() => onShow('profile')}
          >
            {t('core:profile.title')}
          </Button>
          <Button
            variant="subtle"
            color="gray"
            justify="flex-start"
            leftSection={<IconShieldLock size={18} aria-hidden />}
            onClick={() => onShow('security')}
          >
            {t('core:security.title')}
          </Button>
          <SignalMail me={me} onGo={() => drop.onChange(false)} />
          <Button variant="subtle" color="gray" justify="flex-start" leftSection={<IconLogout size={18} aria-hidden />} onClick={signOut}>
            {t('core:menu.sign_out')}
          </Button>
        </Stack>
      </Stack>
    </DropPanel>
  );
}
