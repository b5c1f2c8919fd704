import { test as base } from '#tests/support/test.ts';
import { startDiceWorld } from './world.ts';

/** With a copy of the world whose facts were thrown by dice. */
// biome-ignore lint/correctness/noEmptyPattern: Vitest reads from it what the fixture needs
export const test = base.extend('world', { scope: 'file' }, async ({}, { onCleanup }) => {
  const world = await startDiceWorld();
  onCleanup(() => world.api.close());
  return world;
});
