import { Menu } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconBuildingCommunity, IconCheck, IconLock } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type MouseEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { clients } from '#contract/admin/clients.ts';
import type { RowOf } from '#contract/resource.ts';
import { api } from '#src/core/api/api.ts';
import { failureText } from '#src/core/api/error-text.ts';
import type { Drop } from '#src/core/ui/drop.tsx';
import { DropMenu } from '#src/core/ui/drop-place.tsx';
import { toast } from '#src/core/ui/toast.ts';
import { clientAddress, commonQuery, commonRoute, farmAddressIn } from './client-address.ts';
import classes from './farm-switcher.module.css';
import type { ShellState } from './use-shell.ts';

type Client = RowOf<typeof clients>;
/** Further clients are found by searching. */
const SHOWN = 20;

/** Searchable menu of the user's clients. The screen stays if the other client has it too. */
export function ClientMenu({ drop, shell }: { drop: Drop; shell: ShellState }) {
  const { t } = useTranslation('core');
  const location = useLocation();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), 200);
  const { data = [], isSuccess } = useQuery({
    queryKey: [clients.id, 'switch', search],
    queryFn: async ({ signal }) =>
      (await api.get<Client[]>(`${clients.path}/`, { query: { page_size: SHOWN, search, ordering: 'company_name' }, signal })).data,
    placeholderData: keepPreviousData,
    enabled: drop.opened,
  });

  const route = commonRoute([shell.screen, shell.active?.screen]);
  const query = commonQuery(location.search);
  const enter = async (event: MouseEvent, client: Client) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || clientAddress(route, client.id)) return;
    event.preventDefault();
    try {
      window.location.assign(await farmAddressIn(route, client.id));
    } catch (error) {
      toast.error(failureText(t, error));
    }
  };

  return (
    <DropMenu drop={drop} width={320}>
      <Menu.Dropdown className={classes.dropdown}>
        <Menu.Search
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          placeholder={t('core:actions.search')}
          aria-label={t('core:actions.search')}
        />
        {data.map((client) => {
          const current = client.id === shell.place.client;
          return (
            <Menu.Item
              key={client.id}
              component={Link}
              // A full reload, so that open screens never request one client's data under the other's address.
              reloadDocument
              to={(clientAddress(route, client.id) ?? `/app/clients/${client.id}`) + query}
              onClick={(event: MouseEvent) => void enter(event, client)}
              leftSection={client.locked && <IconLock size={16} aria-label={t('core:menu.locked')} />}
              rightSection={current && <IconCheck size={16} aria-hidden />}
              aria-current={current || undefined}
            >
              {client.company_name}
            </Menu.Item>
          );
        })}
        {isSuccess && data.length === 0 && <Menu.Label>{t('core:palette.nothing')}</Menu.Label>}
        <Menu.Divider />
        <Menu.Item component={Link} to="/app/clients" leftSection={<IconBuildingCommunity size={16} aria-hidden />}>
          {t('core:menu.all_clients')}
        </Menu.Item>
      </Menu.Dropdown>
    </DropMenu>
  );
}
