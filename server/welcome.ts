const PASSWORD = 'feed-the-herd-1';
const SIGN_INS = [
  ['root@manger.test', 'super administrator'],
  ['admin@manger.test', 'administrator'],
  ['staff@manger.test', 'staff, for two clients'],
  ['consultant@manger.test', 'consultant, for two clients'],
  ['owner@manger.test', 'client: owner of the first, both modules'],
  ['accountant@manger.test', 'its employee: reports and history only'],
  ['feeder@manger.test', 'its employee: schedule, load and upload only'],
] as const;

interface State {
  demo: 'demo' | 'tiny' | undefined;
  setupCode: string | undefined;
}

/** What the person who started the server reads. */
export function welcome(address: string, { demo, setupCode }: State): string {
  const lines = ['', `  Manger is ready: ${address}`];
  if (setupCode) lines.push('', `  Nobody can sign in yet. Make the first super administrator with this code: ${setupCode}`);
  if (demo) {
    lines.push('', `  Demonstration sign-ins, password ${PASSWORD} for all:`, '');
    const width = Math.max(...SIGN_INS.map(([login]) => login.length));
    lines.push(...SIGN_INS.map(([login, role]) => `    ${login.padEnd(width)}  ${role}`));
  }
  return [...lines, '', '  Ctrl-C stops it.', ''].join('\n');
}
