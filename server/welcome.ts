import type { DemonstrationSignIn } from '#contract/admin/setup.ts';
import { DEMONSTRATION_PASSWORD, DEMONSTRATION_SIGN_INS } from './admin/auth/demonstration.ts';

const ROLES: Readonly<Record<DemonstrationSignIn['role'], string>> = {
  owner: 'client: owner of the first, both modules',
  accountant: 'its employee: reports and history only',
  feeder: 'its employee: schedule, load and upload only',
  consultant: 'consultant, for two clients',
  staff: 'staff, for two clients',
  admin: 'administrator',
  superadmin: 'super administrator',
};

interface State {
  demo: 'demo' | 'tiny' | undefined;
  setupCode: string | undefined;
}

/** What the person who started the server reads. */
export function welcome(address: string, { demo, setupCode }: State): string {
  const lines = ['', `  Manger is ready: ${address}`];
  if (setupCode) lines.push('', `  Nobody can sign in yet. Make the first super administrator with this code: ${setupCode}`);
  if (demo) {
    lines.push('', `  Demonstration sign-ins, password ${DEMONSTRATION_PASSWORD} for all:`, '');
    const width = Math.max(...DEMONSTRATION_SIGN_INS.map(({ login }) => login.length));
    lines.push(...DEMONSTRATION_SIGN_INS.map(({ login, role }) => `    ${login.padEnd(width)}  ${ROLES[role]}`));
  }
  return [...lines, '', '  Ctrl-C stops it.', ''].join('\n');
}
