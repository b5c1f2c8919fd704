import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { workOn } from '#tests/support/database.ts';
import { startTestServer } from '#tests/support/global-setup.ts';
import type { Findings } from './group.ts';
import { GROUPS } from './groups.ts';

/** What 99 of 100 requests of people who attack nobody may take beside an attack, ms; on a busy machine so many times as long as without it. */
const MOST_OTHERS_WAIT_MS = 500;
const MOST_OTHERS_SLOWER = 3;
const names = Object.keys(GROUPS);
const { values, positionals } = parseArgs({ allowPositionals: true, options: { seed: { type: 'string' } } });
const [minutes = '10', ...asked] = positionals;
const unknown = asked.find((name) => !names.includes(name));
if (unknown) throw new Error(`No group ${unknown}; there are ${names.join(', ')}.`);
if (!(Number(minutes) > 0)) throw new Error(`Minutes are a number above 0, not ${minutes}.`);
const seed = values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed);
const chosen = asked.length > 0 ? asked : names;
const share = (Number(minutes) * 60_000) / chosen.length;

/** A group that broke off has found something, if only in itself; the others go on. */
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
const lineOf = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
console.log(`\n${lineOf(head)}\n${lineOf(head.map(() => '---'))}`);
const inMs = (ms: number | undefined) => (ms === undefined ? '' : Math.round(ms));
for (const [name, { tries, faults, leaks, lost, othersP99, othersAloneP99 }] of found)
  console.log(lineOf([name, tries, faults, leaks, lost, inMs(othersP99), inMs(othersAloneP99)]));
for (const [name, { notes }] of found) for (const note of notes) console.log(`${name}: ${note}`);
const held = [...found.values()].every(
  ({ faults, leaks, lost, othersP99 = 0, othersAloneP99 = 0 }) =>
    faults + leaks + lost === 0 && othersP99 <= Math.max(MOST_OTHERS_WAIT_MS, MOST_OTHERS_SLOWER * othersAloneP99),
);
process.exit(held ? 0 : 1);
