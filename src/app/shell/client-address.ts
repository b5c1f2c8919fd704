import type { FarmCard } from '#contract/operations/farms.ts';
import { api } from '#src/core/api/api.ts';
import { appPath } from '#src/core/api/place.ts';
import { lastFarm } from '#src/core/layout/last-farm.ts';
import { fillRoute, type Screen } from '#src/core/layout/screen.ts';

const ENTRANCE = 'companies';
/** What one client's address may hand to another's: farms, groups and rations are each client's own. */
const COMMON = ['planned_on_after', 'planned_on_before'];
/** What every client has: its farms. */
const OF_FARM = [':company_id', ':farm_id'];

/** The present screen's route where another client has it, too; else that of its menu's entry, else the entrance. */
export function commonRoute(candidates: readonly (Screen | undefined)[]): string {
  const common = (route: string) => route.split('/').every((part) => !part.startsWith(':') || OF_FARM.includes(part));
  return candidates.find((screen) => screen?.area === 'client' && common(screen.route))?.route ?? ENTRANCE;
}

/** The days looked at, as they stand in the address. */
export function commonQuery(search: string): string {
  const days = [...new URLSearchParams(search)].filter(([name]) => COMMON.includes(name));
  return days.length > 0 ? `?${new URLSearchParams(days)}` : '';
}

/** Where a route stands in a client; null when one of the client's farms has to be found first. */
export function clientAddress(route: string, client: number): string | null {
  const path = fillRoute(route, {});
  return path === null ? null : appPath(path, client);
}

/** Where a route of a farm stands in a client: at the farm open there last, or its first one. */
export async function farmAddressIn(route: string, client: number): Promise<string> {
  const query = { page_size: 1000, ordering: 'name' };
  const { data } = await api.get<FarmCard[]>(`dashboard/clients/${client}/manager/farms/dashboard/`, { query });
  const farm = data.find(({ id }) => id === lastFarm(client)) ?? data[0];
  return appPath(fillRoute(route, { company_id: farm?.company, farm_id: farm?.id }) ?? ENTRANCE, client);
}
