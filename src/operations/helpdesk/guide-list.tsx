import { Accordion, Anchor, Group, Paper, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useAccess } from '#src/core/access/use-access.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { useCurrentFarm } from '#src/core/format/farm-context.ts';
import { fillRoute } from '#src/core/layout/screen.ts';
import { NothingFound } from '#src/core/ui/states.tsx';
import { GUIDES, type GuideScreen, matchingGuides } from './guides.ts';
import classes from './helpdesk.module.css';

/** A short guide for each screen that the user may see; during a search all matches are open. */
export function GuideList() {
  const { t } = useTranslation(['helpdesk', 'operations', 'pages', 'reports', 'admin', 'core']);
  const { canAny } = useAccess();
  const path = useAppPath();
  const farm = useCurrentFarm();
  const [search, setSearch] = useState('');
  const [opened, setOpened] = useState<string[]>([]);
  const guides = GUIDES.flatMap((guide) => {
    const screens = [guide, ...(guide.also ?? [])].filter(({ need }) => need === null || canAny(need));
    if (screens.length === 0) return [];
    return [
      {
        id: guide.id,
        screens,
        title: screens.map(({ title }) => t(title)).join(' · '),
        names: (guide.names ?? []).map((name) => t(name)),
        text: t(`helpdesk:guides.${guide.id}`),
      },
    ];
  });
  const found = matchingGuides(guides, search);
  const buildAddress = ({ route, service }: GuideScreen) => {
    if (service) return `/app/${route}`;
    const filled = fillRoute(route, { company_id: farm?.company, farm_id: farm?.id });
    return filled === null ? null : path(filled);
  };

  return (
    <Paper withBorder className={classes.panel} component="section" aria-label={t('helpdesk:guides_title')}>
      <TextInput
        type="search"
        m="md"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        placeholder={t('helpdesk:search')}
        aria-label={t('helpdesk:search')}
        leftSection={<IconSearch size={16} aria-hidden />}
      />
      {found.length === 0 && <NothingFound onReset={() => setSearch('')} />}
      <Accordion multiple order={2} value={search.trim() ? found.map(({ id }) => id) : opened} onChange={setOpened}>
        {found.map(({ id, title, text, screens }) => (
          <Accordion.Item key={id} value={id}>
            <Accordion.Control>{title}</Accordion.Control>
            <Accordion.Panel>
              <Text maw={680}>{text}</Text>
              <Group gap="md" mt="xs">
                {screens.map((screen) => {
                  const address = buildAddress(screen);
                  return (
                    address && (
                      <Anchor key={screen.route} component={Link} to={address}>
                        {screens.length === 1 ? t('helpdesk:open') : t(screen.title)}
                      </Anchor>
                    )
                  );
                })}
              </Group>
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </Paper>
  );
}
