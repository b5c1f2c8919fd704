const key = (client: number | null) => `farm:${client ?? 'own'}`;

/** The farm opened last in a client on this device. */
export function lastFarm(client: number | null): number | null {
  return Number(localStorage.getItem(key(client))) || null;
}

export const keepLastFarm = (client: number | null, farm: number) => localStorage.setItem(key(client), String(farm));
