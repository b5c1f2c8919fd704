import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { workOn } from '#tests/support/database.ts';
import { startTestServer } from '#tests/support/global-setup.ts';
import type { Findings } from './group.ts';
import { GROUPS } from './groups.ts';

/** Max 99th percentile in ms of other people's requests during an attack. On a busy machine, the factor without the attack applies. */
const MAX_OTHERS_WAIT_MS = 500;
const MAX_OTHERS_SLOWER = 3;
const names = Object.keys(GROUPS);
const { values, positionals } = parseArgs({ allowPositionals: true, options: { seed: { type: 'string' } } });
const [minutes = '10', ...asked] = positionals;
const unknown = asked.find((name) => !names.includes(name));
if (unknown) throw new Error(`No group ${unknown}; there are ${names.join(', ')}.`);
if (!(Number(minutes) > 0)) throw new Error(`Minutes are a number above 0, not ${minutes}.`);
const seed = values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed);
const chosen = asked.length > 0 ? asked : names;
const share = (Number(minutes) * 60_000) / chosen.length;

/** A failed group counts as a finding. The others continue. */
const broken = (error: unknown): Findings => ({
  tries: 0,
  faults: 1,
  leaks: 0,
  lost: 0,
  notes: [`broke off: ${error instanceof Error ? error.stack : error}`],
});

const { server, end } = await startTestServer();
workOn(server);
const found = new Map<string, Findings>();
try {
  for (const name of chosen) {
    console.log(`${name}: ${Math.round(share / 1000)} s, seed ${seed}`);
    const until = Date.now() + share;
    const group = GROUPS[name];
    if (group) found.set(name, await group({ isOver: () => Date.now() >= until, seed }).catch(broken));
  }
} finally {
  await end();
}

const head = ['group', 'tries', '5xx', 'leaks', 'lost', 'p99 of the others, ms', 'without the attack'];
const formatLine = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
console.log(`\n${formatLine(head)}\n${formatLine(head.map(() => '---'))}`);
const inMs = (ms: number | undefined) => (ms === undefined ? '' : Math.round(ms));
for (const [name, { tries, faults, leaks, lost, othersP99, othersAloneP99 }] of found)
  console.log(formatLine([name, tries, faults, leaks, lost, inMs(othersP99), inMs(othersAloneP99)]));
for (const [name, { notes }] of found) for (const note of notes) console.log(`${name}: ${note}`);
const held = [...found.values()].every(
  ({ faults, leaks, lost, othersP99 = 0, othersAloneP99 = 0 }) =>
    faults + leaks + lost === 0 && othersP99 <= Math.max(MAX_OTHERS_WAIT_MS, MAX_OTHERS_SLOWER * othersAloneP99),
);
process.exit(held ? 0 : 1);
