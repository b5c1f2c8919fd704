import { useMantineColorScheme } from '@mantine/core';
import type { SpotlightActionData } from '@mantine/spotlight';
import { type Icon, IconClipboardCheck, IconLanguage, IconLogout, IconMoon, IconSun } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { stocks } from '#contract/operations/stocks.ts';
import { signOut } from '#src/core/api/auth.ts';
import { failureText } from '#src/core/api/error-text.ts';
import { appPath } from '#src/core/api/place.ts';
import { chooseLanguage } from '#src/core/i18n/i18n.ts';
import { LANGUAGE_LIST, LANGUAGE_NAMES } from '#src/core/i18n/languages.ts';
import { useLanguage } from '#src/core/i18n/use-language.ts';
import { matching } from '#src/core/layout/matching.ts';
import { useList } from '#src/core/resource/queries.ts';
import { toast } from '#src/core/ui/toast.ts';
import { saveLanguage } from './save-language.ts';
import type { ShellState } from './use-shell.ts';

interface OwnAction {
  id: string;
  name: string;
  words: string;
  icon: Icon;
  start: () => void;
}

/** A person's own settings: the other themes, the other languages, and signing out. */
function useSettings({ me }: ShellState): OwnAction[] {
  const { t, i18n } = useTranslation(['search', 'core']);
  const language = useLanguage();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const themes = (['light', 'dark', 'auto'] as const).filter((one) => one !== colorScheme);
  return [
    ...themes.map((one) => ({
      id: `theme-${one}`,
      name: `${t('core:menu.theme')}: ${t(`core:theme.${one}`)}`,
      words: t(`search:own.${one}`),
      icon: one === 'dark' ? IconMoon : IconSun,
      start: () => setColorScheme(one),
    })),
    ...LANGUAGE_LIST.filter((one) => one !== language).map((one) => ({
      id: `language-${one}`,
      name: `${t('core:menu.language')}: ${LANGUAGE_NAMES[one]}`,
      words: one,
      icon: IconLanguage,
      start: () => void chooseLanguage(one).then(() => saveLanguage(me, one, i18n).catch((error) => toast.error(failureText(t, error)))),
    })),
    { id: 'sign-out', name: t('core:menu.sign_out'), words: t('search:own.sign_out'), icon: IconLogout, start: () => void signOut() },
  ];
}

/** Starts the count sheet of each store, for people who may count. The stores are fetched once somebody types for it. */
function useCounts({ access, place }: ShellState, typed: string): OwnAction[] {
  const { t } = useTranslation('search');
  const navigate = useNavigate();
  const words = t('search:own.count_words');
  const title = { name: t('search:own.count', { name: '' }), words };
  const isTyped = typed
    .trim()
    .split(/\s+/)
    .some((word) => word.length > 1 && matching([title], word, (one) => one).length > 0);
  const mayCount = access.can('stock', 'change') && access.can('ingredient', 'view') && (place.clientUser || place.client !== null);
  const { data } = useList(stocks, { page_size: 1000, ordering: 'name' }, { enabled: mayCount && isTyped });
  if (!mayCount || !isTyped) return [];
  return (data?.rows ?? []).map(({ id, company, name }) => ({
    id: `count-${id}`,
    name: t('search:own.count', { name }),
    words,
    icon: IconClipboardCheck,
    start: () => navigate(appPath(`companies/${company}/stocks/${id}?tab=sheet`, place.clientUser ? null : place.client)),
  }));
}

/** Actions without a screen of their own, once something is typed. */
export function useOwnActions(
  shell: ShellState,
  typed: string,
  sign: (icon: Icon) => SpotlightActionData['leftSection'],
): SpotlightActionData[] {
  const actions = [...useCounts(shell, typed), ...useSettings(shell)];
  if (typed.trim() === '') return [];
  return matching(actions, typed, (one) => one).map(({ id, name, icon, start }) => ({
    id,
    label: name,
    leftSection: sign(icon),
    onClick: start,
  }));
}
