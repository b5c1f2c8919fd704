import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useLocation, useMatches } from 'react-router-dom';
import type { FarmCard } from '../../../contract/operations/farms.ts';
import { useAccess } from '../../core/access/use-access.ts';
import { api } from '../../core/api/api.ts';
import { useCurrentClient } from '../../core/api/place.ts';
import { isClientUser, useMe } from '../../core/api/session.ts';
import { keepLastFarm, lastFarm } from '../../core/layout/last-farm.ts';
import type { Screen } from '../../core/layout/screen.ts';
import { useFarms } from '../../core/layout/use-farms.ts';
import { SCREENS } from '../screens.ts';
import { activeEntry, menuOf } from './menu.ts';

/** Where the user is, and what the menu offers there. */
export function useShell() {
  const me = useMe();
  const access = useAccess();
  const { pathname } = useLocation();
  const match = useMatches().at(-1);
  const screen = match?.handle as Screen | undefined;
  const farmParam = Number(match?.params.farm_id) || null;
  const clientUser = isClientUser(me);
  const current = useCurrentClient();
  const client = clientUser ? null : current;
  const inClient = clientUser || client !== null;

  const { data: farms = [] } = useFarms(inClient);
  const { data: clientName } = useQuery({
    queryKey: ['clients', 'name', client],
    queryFn: async () => (await api.get<{ company_name: string }>(`dashboard/clients/${client}/`)).data.company_name,
    enabled: client !== null,
  });

  useEffect(() => {
    if (farmParam) keepLastFarm(client, farmParam);
  }, [client, farmParam]);
  const find = (id: number | null) => farms.find((farm) => farm.id === id);
  /** The farm that is open or was open last. */
  const farm: FarmCard | null = find(farmParam) ?? find(lastFarm(client)) ?? null;
  const menuFarm = farm ?? farms[0] ?? null;

  const groups = useMemo(() => menuOf(SCREENS, access, { clientUser, client, farm: menuFarm }), [access, clientUser, client, menuFarm]);
  return {
    me,
    access,
    screen,
    farms,
    farm,
    place: { clientUser, client, farm: menuFarm },
    clientName: clientUser ? me.client_name : clientName,
    groups,
    active: activeEntry(groups, pathname),
  };
}

export type ShellState = ReturnType<typeof useShell>;
