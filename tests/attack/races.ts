import { callerOf, serverOn, startApi } from '#tests/support/api.ts';
import { deleteRaces } from '#tests/support/delete-races.ts';
import { makeReadyFarm } from '#tests/support/feeding.ts';
import { brokenBooks } from './books.ts';
import { createDice } from './dice.ts';
import type { AttackGroup } from './group.ts';
import { demand, good, herd, type Race, type Site, TODAY } from './herd.ts';
import { RACES } from './race-kinds.ts';
import { createTally } from './tally.ts';

/** Concurrent requests on two servers with one database that must act in sequence. The books are checked afterwards. */
export const races: AttackGroup = async ({ isOver, seed }) => {
  const tally = createTally(seed);
  const dice = createDice(seed);
  const first = await startApi();
  const second = await serverOn(first.url);
  let rounds = 0;
  try {
    const servers = [first, second] as const;
    for (const server of servers) server.setNow(`${TODAY}T07:00:00Z`);
    for (; rounds === 0 || !isOver(); rounds += 1) {
      // A farm per round, so that lists stay short in long runs.
      const farm = await makeReadyFarm(first);
      const site: Site = { farm, owners: [farm.client.owner, callerOf(second.app, farm.client.owner.token)], servers, dice, tally };
      for (const race of dice.shuffled([...Object.values(RACES), ...deletions(site)])) {
        if (rounds > 0 && isOver()) break;
        await race(site);
      }
      for (const broken of await brokenBooks(first.database.acrossClients())) tally.lost(broken);
    }
  } finally {
    await second.close();
    await first.close();
  }
  tally.note(`${rounds} rounds of ${Object.keys(RACES).length} races, and of a delete against each way of use`);
  return tally.findings;
};

/** Either the delete or the use succeeds, for each kind of row and use. */
function deletions({ farm }: Site): Race[] {
  return Object.entries(deleteRaces(() => farm, TODAY)).flatMap(([kind, { path, by }]) =>
    Object.entries(by).map(
      ([way, prepare]): Race =>
        async (site) => {
          const { id, use } = await prepare();
          const told = await herd(site, `${kind} by ${way}`, [use, (owner) => owner.delete(`${path}/${id}/`)]);
          demand(site, good(told).length === 1, `a delete of ${kind} against ${way}`, told);
        },
    ),
  );
}
