import type { FarmCard } from '#contract/operations/farms.ts';
import type { Me } from '#src/core/api/session.ts';

interface Known {
  version: string;
  me: Me;
  client: number | null;
  farm: FarmCard | null;
  language: string;
  now: Date;
}

/** The facts that support needs first. They contain no token and no data of the farm. */
export function diagnosticsText({ version, me, client, farm, language, now }: Known): string {
  const lines: [string, string | number | boolean][] = [
    ['version', version],
    ['time', now.toISOString()],
    ['address', window.location.pathname],
    ['user', `${me.id} (${me.is_superadmin ? 'superadmin' : me.user_type})`],
    ['client', client ?? me.client ?? '–'],
    ['farm', farm ? `${farm.id}, ${farm.timezone}` : '–'],
    ['language', language],
    ['modules', me.modules.join(', ')],
    ['screen', `${window.innerWidth} × ${window.innerHeight}, ×${window.devicePixelRatio}`],
    ['online', navigator.onLine],
    ['browser', navigator.userAgent],
  ];
  return lines.map(([name, value]) => `${name}: ${value}`).join('\n');
}
