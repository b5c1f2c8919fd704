import '@mantine/spotlight/styles.layer.css';
import { createSpotlight, Spotlight, type SpotlightActionGroupData } from '@mantine/spotlight';
import { IconSearch, IconTractor } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { farmAddress } from './farm-address.ts';
import type { ShellState } from './use-shell.ts';

const [store, palette] = createSpotlight();

/** Ctrl-K: every screen, report and farm by name. `asked` counts the openings. */
export function Palette({ shell, asked }: { shell: ShellState; asked: number }) {
  const { t } = useTranslation(['core', 'operations', 'reports', 'admin']);
  const navigate = useNavigate();
  useEffect(() => {
    if (asked > 0) palette.open();
  }, [asked]);

  const groups: SpotlightActionGroupData[] = shell.groups.map(({ section, entries }) => ({
    group: t(`core:menu.${section}`),
    actions: entries.map(({ screen, to }) => ({
      id: screen.id,
      label: t(screen.title),
      leftSection: <screen.icon size={18} stroke={1.6} aria-hidden />,
      onClick: () => navigate(to),
    })),
  }));
  const farms = shell.farms.flatMap((farm) => {
    const to = farmAddress(shell, farm);
    if (!to) return [];
    return {
      id: `farm-${farm.id}`,
      label: farm.name,
      description: farm.company_name,
      leftSection: <IconTractor size={18} stroke={1.6} aria-hidden />,
      onClick: () => navigate(to),
    };
  });
  if (farms.length > 0) groups.push({ group: t('core:palette.farms'), actions: farms });

  return (
    <Spotlight
      store={store}
      actions={groups}
      shortcut={null}
      centered={false}
      overlayProps={{ blur: 0 }}
      highlightQuery
      scrollable
      maxHeight={420}
      nothingFound={t('core:palette.nothing')}
      searchProps={{
        leftSection: <IconSearch size={18} aria-hidden />,
        placeholder: t('core:palette.placeholder'),
        'aria-label': t('core:palette.open'),
      }}
    />
  );
}
