import type { DemonstrationSignIn } from '#contract/admin/setup.ts';
import { DEMONSTRATION_PASSWORD, DEMONSTRATION_SIGN_INS } from './admin/auth/demonstration.ts';

const LANGUAGES = { uk: 'Ukrainian', de: 'German', us: 'American' } as const;

const ROLES: Readonly<Record<DemonstrationSignIn['role'], string>> = {
  owner: 'owner of the client',
  accountant: 'employee: reports and history only',
  feeder: 'employee: schedule, load and upload only',
  consultant: 'consultant, for two clients',
  staff: 'staff, for two clients',
  admin: 'administrator',
  superadmin: 'super administrator',
};

interface State {
  demo: 'demo' | 'tiny' | undefined;
  setupCode: string | undefined;
}

/** The role, with the client's language. */
function describeSignIn({ role, language }: Omit<DemonstrationSignIn, 'client_name'>): string {
  const client = Object.entries(LANGUAGES).find(([code]) => code === language)?.[1];
  return client ? `${client} client: ${ROLES[role]}` : ROLES[role];
}

/** What the person who started the server reads. */
export function welcome(address: string, { demo, setupCode }: State): string {
  const lines = ['', `  Manger is ready: ${address}`];
  if (setupCode) lines.push('', `  Nobody can sign in yet. Make the first super administrator with this code: ${setupCode}`);
  if (demo) {
    lines.push('', `  Demonstration sign-ins, password ${DEMONSTRATION_PASSWORD} for all:`, '');
    const width = Math.max(...DEMONSTRATION_SIGN_INS.map(({ login }) => login.length));
    lines.push(...DEMONSTRATION_SIGN_INS.map((one) => `    ${one.login.padEnd(width)}  ${describeSignIn(one)}`));
  }
  return [...lines, '', '  Ctrl-C stops it.', ''].join('\n');
}
