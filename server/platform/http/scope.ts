import { ID_DIGITS } from '#contract/ids.ts';

/** The scope of a request: `/api/[dashboard/clients/{client}/[farms/{farm}/]]rest`, with or without a trailing slash. */
export interface Scope {
  client?: number;
  farm?: number;
  /** The path that routes match: `/api/rest`, without a trailing slash. */
  path: string;
}

// Names after a client's id that are sub-resources of the client, instead of actions inside the client.
const ACTING = new RegExp(`^/api/dashboard/clients/(${ID_DIGITS})/(?:farms/(${ID_DIGITS})/)?([^/].*)$`);

export function scopeOf(pathname: string): Scope {
  const path = pathname.length > 5 && pathname.endsWith('/') ? pathname.slice(0, -1) : pathname;
  if (!path.startsWith('/api/dashboard/clients/')) return { path };
  const match = ACTING.exec(path);
  if (!match) return { path };
  return { client: Number(match[1]), ...(match[2] ? { farm: Number(match[2]) } : {}), path: `/api/${match[3]}` };
}

/** The path of a URL, without parsing the rest. */
export function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  const end = url.indexOf('?', start);
  const path = end === -1 ? url.slice(start) : url.slice(start, end);
  const hash = path.indexOf('#');
  return hash === -1 ? path : path.slice(0, hash);
}
