import { test as base } from '#tests/support/test.ts';
import { readDiceWorld, WORLD_NOW } from './world.ts';

/** A test whose app uses a copy of the world with random facts. */
export const test = base.override({ template: 'dice', now: WORLD_NOW }).extend('world', { scope: 'file' }, ({ api }) => readDiceWorld(api));
