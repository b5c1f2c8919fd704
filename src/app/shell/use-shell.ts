import { useEffect, useMemo } from 'react';
import { useLocation, useMatches } from 'react-router-dom';
import type { FarmCard } from '#contract/operations/farms.ts';
import { SCREENS } from '#src/app/screens.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { ApiError } from '#src/core/api/api-error.ts';
import { currentClient, useCurrentClient } from '#src/core/api/place.ts';
import { isClientUser, useMe } from '#src/core/api/session.ts';
import { forgetLastClient, keepLastClient } from '#src/core/layout/last-client.ts';
import { keepLastFarm, lastFarm } from '#src/core/layout/last-farm.ts';
import { keepLastUsed } from '#src/core/layout/last-used.ts';
import type { Screen } from '#src/core/layout/screen.ts';
import { useEnteredClient } from '#src/core/layout/use-client-name.ts';
import { useFarms } from '#src/core/layout/use-farms.ts';
import { activeEntry, itemsOf, menuOf } from './menu.ts';

/** Where the user is, and the menu there. */
export function useShell() {
  const me = useMe();
  const access = useAccess();
  const { pathname, search } = useLocation();
  const match = useMatches().at(-1);
  const screen = match?.handle as Screen | undefined;
  const named =
    screen?.namesFarms || screen?.listsFarm ? new URLSearchParams(search).getAll('farm').flatMap((part) => part.split(',')) : [];
  const farmParam = Number(match?.params.farm_id ?? named[0]) || null;
  const clientUser = isClientUser(me);
  const current = useCurrentClient();
  const client = clientUser ? null : current;

  const { data: farms = [], isLoading: farmsComing } = useFarms();
  const { data: entered, error: refused } = useEnteredClient();
  const clientName = entered?.company_name;
  const inView = match?.params.client_id !== undefined;
  useEffect(() => {
    if (client !== null && clientName && inView) keepLastClient(me.id, client);
  }, [me.id, client, clientName, inView]);
  useEffect(() => {
    // The client entered last may belong to another consultant by now.
    if (inView || !(refused instanceof ApiError) || (refused.status !== 403 && refused.status !== 404)) return;
    forgetLastClient(me.id);
    currentClient.set(null);
  }, [me.id, refused, inView]);

  useEffect(() => {
    // With several farms, none of them becomes the last farm.
    if (farmParam && named.length < 2) keepLastFarm(client, farmParam);
  }, [client, farmParam, named.length]);
  useEffect(() => {
    if (screen?.question) keepLastUsed(me.id, screen.id);
  }, [me.id, screen]);
  const find = (id: number | null) => farms.find((farm) => farm.id === id);
  /** The current or last farm, or the only one. */
  const only = farms.length === 1 ? farms[0] : undefined;
  const farm: FarmCard | null = find(farmParam) ?? find(lastFarm(client)) ?? only ?? null;
  const menuFarm = farm ?? farms[0] ?? null;

  const groups = useMemo(() => menuOf(SCREENS, access, { clientUser, client, farm: menuFarm }), [access, clientUser, client, menuFarm]);
  const active = activeEntry(groups, pathname, screen?.under);
  return {
    me,
    access,
    screen,
    farms,
    farm,
    /** Number of further farms of the screen. */
    moreFarms: Math.max(0, named.length - 1),
    search,
    pathname,
    place: { clientUser, client, farm: menuFarm },
    clientName: clientUser ? me.client_name : clientName,
    /** Shown with every screen and file to users with several clients. */
    clientInView: (inView && clientName) || null,
    units: entered ?? null,
    groups,
    active,
    /** Empty until the farms are loaded: screens of a farm appearing later would move the others. */
    items: farmsComing ? [] : itemsOf(groups, active, me.pins ?? []),
  };
}

export type ShellState = ReturnType<typeof useShell>;
