import type { FarmCard } from '#contract/operations/farms.ts';
import { api } from '#src/core/api/api.ts';
import { appPath } from '#src/core/api/place.ts';
import { lastFarm } from '#src/core/layout/last-farm.ts';
import { fillRoute, type Screen } from '#src/core/layout/screen.ts';

const ENTRANCE = 'companies';
/** Parameters that stay valid in another client; farms, groups and rations belong to one client. */
const COMMON = ['planned_on_after', 'planned_on_before'];
/** Parameters that every client can fill: those of its farms. */
const OF_FARM = [':company_id', ':farm_id'];

/** The current screen's route if another client has it too, else that of its menu entry, else the start screen. */
export function commonRoute(candidates: readonly (Screen | undefined)[]): string {
  const common = (route: string) => route.split('/').every((part) => !part.startsWith(':') || OF_FARM.includes(part));
  return candidates.find((screen) => screen?.area === 'client' && common(screen.route))?.route ?? ENTRANCE;
}

/** The chosen days, as address parameters. */
export function commonQuery(search: string): string {
  const days = [...new URLSearchParams(search)].filter(([name]) => COMMON.includes(name));
  return days.length > 0 ? `?${new URLSearchParams(days)}` : '';
}

/** Address of a route in a client; null if one of the client's farms must be found first. */
export function clientAddress(route: string, client: number): string | null {
  const path = fillRoute(route, {});
  return path === null ? null : appPath(path, client);
}

/** Address of a farm's route in a client: at the farm opened there last, or at the first one. */
export async function farmAddressIn(route: string, client: number): Promise<string> {
  const query = { page_size: 1000, ordering: 'name' };
  const { data } = await api.get<FarmCard[]>(`dashboard/clients/${client}/manager/farms/dashboard/`, { query });
  const farm = data.find(({ id }) => id === lastFarm(client)) ?? data[0];
  return appPath(fillRoute(route, { company_id: farm?.company, farm_id: farm?.id }) ?? ENTRANCE, client);
}
