import { loadavg } from 'node:os';
import { inWords, percentile, startAttackers, until, watchMemory, withServer } from './beside.ts';
import { peopleOf } from './flood-people.ts';
import type { AttackGroup } from './group.ts';
import type { Tried, Way } from './single-attackers.ts';

/** Ms without an attack before it, until the server is warm, and after it. */
const WARM_MS = 30_000;
const ALONE_MS = 10_000;
/** Min duration of an attack in ms. */
const LEAST_MS = 15_000;
/** Max memory after an attack, as a factor of the max before it. */
const MAX_MEMORY_LEFT = 1.2;
const CALM_MS = 60_000;

/** One way of attack, or several, next to people of another client, who also work before and after it. */
const attackBy = (ways: readonly Way[], env: Record<string, string> = {}): AttackGroup =>
  async function attack({ isOver, seed }) {
    return withServer(env, async (server) => {
      const memory = watchMemory(server);
      try {
        const people = await peopleOf(server.url);
        const before = await people.live(until(WARM_MS));
        const memoryBefore = memory.take();
        const attackers = await startAttackers<Tried>(new URL('./single-attackers.ts', import.meta.url), server.url, String(seed), ...ways);
        const least = until(LEAST_MS);
        const under = await people.live(() => isOver() && least());
        const tried = await attackers.end();
        const peak = memory.take();
        const after = await people.live(until(ALONE_MS));
        const calm = await memory.settle(memoryBefore * MAX_MEMORY_LEFT, CALM_MS);
        const lost = await people.missing();
        const alone = [...before.took, ...after.took];
        const failures = [...before.failures, ...under.failures, ...after.failures];
        const tries = Object.values(tried);
        const keepsMemory = calm.mb > memoryBefore * MAX_MEMORY_LEFT;
        return {
          tries: under.took.length + tries.reduce((sum, { count }) => sum + count, 0),
          faults: Number(keepsMemory) + failures.length + tries.reduce((sum, { faults }) => sum + faults, 0),
          leaks: 0,
          lost,
          othersP99: percentile(under.took, 0.99),
          othersAloneP99: percentile(alone, 0.99),
          notes: [
            `seed ${seed}, load of the machine ${loadavg()[0]?.toFixed(1)}`,
            `people before: ${inWords(before)}`,
            `people under the attack: ${inWords(under)}`,
            `people after: ${inWords(after)}`,
            `memory of the server, MB: ${memoryBefore.toFixed(0)} before, ${peak.toFixed(0)} at most, ${calm.mb.toFixed(0)} after ${calm.seconds} s`,
            ...Object.entries(tried).map(
              ([way, { statuses }]) =>
                `${way}: ${Object.entries(statuses)
                  .map(([status, count]) => `${count} × ${status}`)
                  .join(', ')}`,
            ),
            ...(keepsMemory ? [`FAULT: memory is to come back within ${MAX_MEMORY_LEFT} ×`] : []),
            ...failures.slice(0, 5).map((failure) => `FAULT: ${failure}`),
          ],
        };
      } finally {
        memory.stop();
      }
    });
  };

export const endless = attackBy(['endless bodies']);
export const parameters = attackBy(['repeated parameters']);
export const drips = attackBy(['dripping bodies']);
export const hashes = attackBy(['wrong sign-ins']);
export const together = attackBy(['endless bodies', 'repeated parameters', 'dripping bodies', 'wrong sign-ins']);
