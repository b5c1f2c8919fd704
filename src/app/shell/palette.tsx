import '@mantine/spotlight/styles.layer.css';
import { createSpotlight, Spotlight, type SpotlightActionData, type SpotlightActionGroupData } from '@mantine/spotlight';
import { type Icon, IconPlus, IconSearch, IconTractor, IconUpload } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { dayAt } from '#common/format/clock.ts';
import { definedKey } from '#common/texts/keys.ts';
import { SEARCHED } from '#contract/operations/search.ts';
import { periodRange } from '#contract/periods.ts';
import { SCREENS } from '#src/app/screens.ts';
import { usePlaces } from '#src/app/use-places.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { lastUsed } from '#src/core/layout/last-used.ts';
import { matching } from '#src/core/layout/matching.ts';
import { useFound } from '#src/operations/search/use-found.ts';
import { useLeftToClose } from '#src/reports/closed-months/use-left-to-close.ts';
import { farmAddress } from './farm-address.ts';
import { foundOf } from './menu.ts';
import { actionsOf } from './palette-actions.ts';
import { useOwnActions } from './palette-own.tsx';
import { SEARCH_FIELD, takeTyped } from './type-ahead.ts';
import type { ShellState } from './use-shell.ts';

const [store, palette] = createSpotlight();
/** Maximum number of results per kind; a longer text finds the others. */
const MOST = 8;
const LIST = 'palette-actions';

/** Selects the first result when results arrive in an empty list, or when the selected one is replaced. */
function selectFirst() {
  const list = document.getElementById(LIST);
  if (list?.querySelector('[data-selected]')) return;
  list?.querySelector('[data-action]')?.setAttribute('data-selected', 'true');
  store.updateState((state) => ({ ...state, selected: list ? 0 : -1 }));
}
const sign = (Shown: Icon) => <Shown size={18} stroke={1.6} aria-hidden />;

type FoundScreen = { id: string; name: string; section: string; icon: Icon; to: string };

/** All screens that the user may open, with their texts. */
function listScreens({ access, place, groups }: ShellState, t: TFunction) {
  return foundOf(SCREENS, access, place, groups).map(({ section, screen, to }) => ({
    id: screen.id,
    name: t(screen.title),
    words: t(definedKey(`search:words.${screen.id}`), { defaultValue: '' }),
    section: t(`core:menu.${section}`),
    icon: screen.icon,
    to,
    screen,
  }));
}

/** Screens, or the last used ones as long as nothing is typed. */
function useScreenGroups(screens: readonly (FoundScreen & { words: string })[], user: number, typed: string): SpotlightActionGroupData[] {
  const { t } = useTranslation('search');
  const navigate = useNavigate();
  const isTyped = typed.trim() !== '';
  const toAction = ({ id, name, section, icon, to }: FoundScreen, prefix = ''): SpotlightActionData => ({
    id: prefix + id,
    label: name,
    description: section === name ? undefined : section,
    leftSection: sign(icon),
    onClick: () => navigate(to),
  });
  const used = isTyped ? [] : lastUsed(user).flatMap((id) => screens.find((one) => one.id === id) ?? []);
  const found = matching(screens, typed, (one) => one).slice(0, isTyped ? MOST : undefined);
  return [
    { group: t('search:last_used'), actions: used.map((one) => toAction(one, 'used-')) },
    { group: t('search:screens'), actions: found.map((one) => toAction(one)) },
  ];
}

/** Actions: add and import rows, close the last month if it is open, count stock, and the person's own settings. */
function useActionGroup(screens: ReturnType<typeof listScreens>, shell: ShellState, typed: string): SpotlightActionGroupData {
  const { access, farm, farms } = shell;
  const own = useOwnActions(shell, typed, sign);
  const { t } = useTranslation(['search', 'core', 'operations', 'reports', 'admin']);
  const navigate = useNavigate();
  const format = useFormat();
  const month = periodRange('last_month', dayAt(new Date(), farm?.timezone ?? 'UTC')).after.slice(0, 7);
  const mayClose = screens.some(({ screen: { does } }) => does && access.canAny(does.need));
  const leftToClose = useLeftToClose(month, farm ? [farm] : farms, mayClose);
  const actions = actionsOf(screens, access, t, leftToClose ? format.month(month) : null);
  return {
    group: t('search:actions'),
    actions: [
      ...matching(actions, typed, (one) => one).map(({ id, name, screen, to, state }) => ({
        id,
        label: name,
        leftSection: sign(id.startsWith('add-') ? IconPlus : id.startsWith('import-') ? IconUpload : screen.icon),
        onClick: () => navigate(to, { state }),
      })),
      ...own,
    ],
  };
}

function useFarmGroup(shell: ShellState, typed: string): SpotlightActionGroupData {
  const { t } = useTranslation('search');
  const navigate = useNavigate();
  const farms = shell.farms.flatMap((farm) => {
    const to = farmAddress(shell, farm);
    return to ? [{ id: `farm-${farm.id}`, name: farm.name, words: farm.company_name, to }] : [];
  });
  return {
    group: t('search:farms'),
    actions: matching(farms, typed, (one) => one)
      .slice(0, MOST)
      .map(({ id, name, words, to }) => ({
        id,
        label: name,
        description: words,
        leftSection: sign(IconTractor),
        onClick: () => navigate(to),
      })),
  };
}

/** Rows that the server found, by resource. */
function useRowGroups(found: ReturnType<typeof useFound>): SpotlightActionGroupData[] {
  const { t } = useTranslation(['operations', 'reports', 'admin']);
  const navigate = useNavigate();
  const findPlace = usePlaces();
  const format = useFormat();
  const toActions = ({ resource, ...row }: (typeof found)[number], icon: Icon): SpotlightActionData[] => {
    const to = findPlace({ ...row, resource, day: row.day ?? undefined });
    const place = [row.day && format.wall(row.day), row.farm_name].filter(Boolean).join(' · ');
    if (!to) return [];
    return [{ id: `${resource}-${row.id}`, label: row.name, description: place, leftSection: sign(icon), onClick: () => navigate(to) }];
  };
  return SEARCHED.map((resource) => {
    const screen = SCREENS.find(({ shows }) => shows?.resource === resource);
    const rows = screen ? found.filter((row) => row.resource === resource) : [];
    return {
      group: screen ? t(definedKey(screen.title.replace(/\.name$/, '.title'))) : resource,
      actions: rows.flatMap((row) => toActions(row, screen!.icon)),
    };
  });
}

/**
 * Ctrl-K: finds all screens, reports, farms, rows and actions that the user may see, by name or synonym. `openings` counts how often it was
 * opened.
 */
export function Palette({ shell, openings }: { shell: ShellState; openings: number }) {
  const { t } = useTranslation(['search', 'core', 'operations', 'reports', 'admin']);
  const [typed, setTyped] = useState('');
  const found = useFound(typed);
  useEffect(() => {
    if (openings > 0) palette.open();
  }, [openings]);

  // The field selects by itself while typing, but not when results arrive later or the text was typed before it existed.
  useEffect(() => {
    if (typed || found.length > 0) selectFirst();
  }, [typed, found]);

  const screens = listScreens(shell, t);
  const groups = [
    ...useScreenGroups(screens, shell.me.id, typed),
    useActionGroup(screens, shell, typed),
    useFarmGroup(shell, typed),
    ...useRowGroups(found),
  ];

  return (
    <Spotlight
      store={store}
      actions={groups.filter(({ actions }) => actions.length > 0)}
      query={typed}
      onQueryChange={setTyped}
      // The results are already filtered above, also by synonyms.
      filter={(_, actions) => actions}
      shortcut={null}
      centered={false}
      overlayProps={{ blur: 0 }}
      highlightQuery
      scrollable
      maxHeight={420}
      nothingFound={t('core:palette.nothing')}
      scrollAreaProps={{ id: LIST, viewportProps: { tabIndex: 0 } }}
      attributes={{ content: { 'aria-label': t('core:palette.open') } }}
      // With a paler colour, the selected result's description can't be read.
      styles={{ actionDescription: { opacity: 1 } }}
      searchProps={{
        leftSection: <IconSearch size={18} aria-hidden />,
        placeholder: t('search:placeholder'),
        'aria-label': t('core:palette.open'),
        id: SEARCH_FIELD,
        onFocus() {
          const kept = takeTyped();
          if (kept) setTyped((now) => now + kept);
        },
      }}
    />
  );
}
