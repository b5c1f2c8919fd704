import { startApi } from '#tests/support/api.ts';
import { createDice } from './dice.ts';
import type { AttackGroup } from './group.ts';
import { attackByKeys } from './key-calls.ts';
import { attackReceiver } from './receiver.ts';
import { createTally } from './tally.ts';
import { makeNeighbours } from './tenants.ts';
import { attackAddresses } from './webhook-addresses.ts';

/** Programs that exchange data: access keys beyond their reach, altered and repeated webhooks, and addresses inside the network. */
export const exchange: AttackGroup = async ({ isOver, seed, least = 0 }) => {
  const tally = createTally(seed);
  const dice = createDice(seed);
  const api = await startApi();
  try {
    const site = { api, ...(await makeNeighbours(api)), tally, dice };
    const sender = await attackReceiver(site);
    const addresses = await attackAddresses(site);
    const keys = await attackByKeys(site);
    try {
      for (let round = 0; round === 0 || tally.findings.tries < least || !isOver(); round += 1) {
        await keys.attack(round === 0);
        await sender.attack();
        await addresses.attack();
      }
    } finally {
      await sender.close();
      await addresses.close();
    }
  } finally {
    await api.close();
  }
  return tally.findings;
};
