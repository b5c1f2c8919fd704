import { test as base } from '#tests/support/test.ts';
import { readDiceWorld, WORLD_NOW } from './world.ts';

/** With a copy of the world whose facts were thrown by dice, which is what the app of the file stands on. */
export const test = base.override({ template: 'dice', now: WORLD_NOW }).extend('world', { scope: 'file' }, ({ api }) => readDiceWorld(api));
