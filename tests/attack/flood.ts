import { loadavg } from 'node:os';
import { ATTACKERS_NICE, inWords, percentile, startAttackers, until, watchMemory, withServer } from './beside.ts';
import type { Tries } from './flood-attackers.ts';
import { peopleOf } from './flood-people.ts';
import type { AttackGroup } from './group.ts';

/** Max memory of the server in MB, during the flood and a minute after it. */
const MAX_MB = 350;
const AFTER_MB = 200;
/** Max factor of the median time of people's requests during anonymous bodies. */
const MAX_STRANGERS_COST = 2;
const CALM_MS = 60_000;
const ALONE_MS = 10_000;
/** Min duration in ms: every way of flooding has run by then. */
const LEAST_MS = 20_000;

/** Everything that one client, or a stranger, can send at once, next to the daily work of another client. */
export const flood: AttackGroup = ({ isOver, seed }) =>
  withServer({}, async (server) => {
    const memory = watchMemory(server);
    try {
      const people = await peopleOf(server.url);
      const alone = await people.live(until(ALONE_MS));
      const before = memory.take();
      const strangers = await startAttackers<number>(new URL('./flood-strangers.ts', import.meta.url), server.url);
      const beside = await people.live(until(ALONE_MS));
      const bodies = await strangers.end();
      const strangersCost = percentile(beside.took, 0.5) / percentile(alone.took, 0.5);
      const attackers = await startAttackers<Tries>(new URL('./flood-attackers.ts', import.meta.url), server.url, String(seed));
      const least = until(LEAST_MS);
      const under = await people.live(() => isOver() && least());
      const told = await attackers.end();
      const peak = memory.take();
      const { mb: after, seconds: calmAfter } = await memory.settle(AFTER_MB, CALM_MS);
      const lost = await people.missing();
      const notes = [
        `seed ${seed}, load of the machine ${loadavg()[0]?.toFixed(1)}`,
        `people alone: ${inWords(alone)}`,
        `attackers give way to the server by nice ${ATTACKERS_NICE}: theirs would be machines of their own`,
        `people beside ${bodies} anonymous bodies of 1.9 MB: ${inWords(beside)}; p50 ${strangersCost.toFixed(1)} × of alone`,
        `people under the flood: ${inWords(under)}`,
        `memory of the server, MB: ${before.toFixed(0)} before, ${peak.toFixed(0)} at most, ${after.toFixed(0)} after ${calmAfter} s`,
        ...Object.entries(told).map(
          ([way, { statuses }]) =>
            `${way}: ${Object.entries(statuses)
              .map(([status, count]) => `${count} × ${status}`)
              .join(', ')}`,
        ),
      ];
      if (peak > MAX_MB) notes.push(`FAULT: memory is to stay under ${MAX_MB} MB`);
      if (after > AFTER_MB) notes.push(`FAULT: memory is to come back under ${AFTER_MB} MB`);
      if (strangersCost > MAX_STRANGERS_COST) notes.push(`FAULT: beside anonymous bodies p50 is to stay within ${MAX_STRANGERS_COST} ×`);
      notes.push(...under.failures.slice(0, 5).map((failure) => `FAULT: ${failure}`));
      return {
        tries: bodies + beside.took.length + under.took.length + Object.values(told).reduce((sum, { tries }) => sum + tries, 0),
        faults:
          Number(peak > MAX_MB) +
          Number(after > AFTER_MB) +
          Number(strangersCost > MAX_STRANGERS_COST) +
          under.failures.length +
          Object.values(told).reduce((sum, { faults }) => sum + faults, 0),
        leaks: 0,
        lost,
        othersP99: percentile(under.took, 0.99),
        othersAloneP99: percentile(alone.took, 0.99),
        notes,
      };
    } finally {
      memory.stop();
    }
  });
