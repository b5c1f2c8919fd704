import { flood } from './flood.ts';
import { fuzz } from './fuzz.ts';
import type { AttackGroup } from './group.ts';
import { guesses } from './guesses.ts';
import { kills } from './kills.ts';
import { races } from './races.ts';
import { servers } from './servers.ts';
import { cells, drips, endless, hashes, parameters, together } from './singles.ts';
import { tenants } from './tenants.ts';

/** Every group of attacks, in the order in which they run; a group adds a line. */
export const GROUPS: Record<string, AttackGroup> = {
  tenants,
  fuzz,
  races,
  guesses,
  kills,
  servers,
  flood,
  endless,
  cells,
  parameters,
  drips,
  hashes,
  together,
};

/** What needs some minutes, or the built server: with `npm run attack` alone, not with every run of the tests. */
export const LONG: readonly string[] = ['flood', 'servers', 'endless', 'cells', 'parameters', 'drips', 'hashes', 'together'];
