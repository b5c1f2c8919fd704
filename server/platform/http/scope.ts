import { ID_DIGITS } from '#contract/ids.ts';

/** Where a request stands: `/api/[dashboard/clients/{client}/[farms/{farm}/]]rest`, with or without a trailing slash. */
export interface Scope {
  client?: number;
  farm?: number;
  /** What routes match: `/api/rest`, no trailing slash. */
  path: string;
}

// What follows a client id when it is one of the client's own sub-resources rather than acting for the client.
const ACTING = new RegExp(`^/api/dashboard/clients/(${ID_DIGITS})/(?:farms/(${ID_DIGITS})/)?([^/].*)$`);

export function scopeOf(pathname: string): Scope {
  const path = pathname.length > 5 && pathname.endsWith('/') ? pathname.slice(0, -1) : pathname;
  if (!path.startsWith('/api/dashboard/clients/')) return { path };
  const match = ACTING.exec(path);
  if (!match) return { path };
  return { client: Number(match[1]), ...(match[2] ? { farm: Number(match[2]) } : {}), path: `/api/${match[3]}` };
}

/** The path of a URL without parsing all of it. */
export function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  const end = url.indexOf('?', start);
  const path = end === -1 ? url.slice(start) : url.slice(start, end);
  const hash = path.indexOf('#');
  return hash === -1 ? path : path.slice(0, hash);
}
