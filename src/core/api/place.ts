import { createStore, useStore } from './store.ts';

/** The client for which consultants, staff and administrators work; null for a client's own users. */
export const currentClient = createStore<number | null>(null);

export const useCurrentClient = () => useStore(currentClient);

const NO_CLIENT = /^(auth|local|dashboard|setup)(\/|$)/;
const NO_FARM = /^(leftovers|report\/animalfeed\/dashboard)(\/|$)/;

/** The path of a call in the current client and, if the path allows it, the farm; otherwise the farm is a filter. */
export function scoped(path: string, farm?: number): { path: string; farm?: number } {
  const client = currentClient.get();
  if (client === null || NO_CLIENT.test(path)) return { path, farm };
  if (farm === undefined || NO_FARM.test(path)) return { path: `dashboard/clients/${client}/${path}`, farm };
  return { path: `dashboard/clients/${client}/farms/${farm}/${path}` };
}

/** The address of a client's screen, in the current client if there is one. */
export function appPath(path: string, client: number | null = currentClient.get()): string {
  return client === null ? `/app/${path}` : `/app/clients/${client}/${path}`;
}

/** `appPath` that follows the current client. */
export function useAppPath(): (path: string) => string {
  const client = useCurrentClient();
  return (path) => appPath(path, client);
}
