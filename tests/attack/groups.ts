import { exchange } from './exchange.ts';
import { flood } from './flood.ts';
import { fuzz } from './fuzz.ts';
import type { AttackGroup } from './group.ts';
import { guesses } from './guesses.ts';
import { kills } from './kills.ts';
import { races } from './races.ts';
import { servers } from './servers.ts';
import { drips, endless, hashes, parameters, together } from './singles.ts';
import { tenants } from './tenants.ts';

/** All groups in the order of their runs. A group adds a line. */
export const GROUPS: Record<string, AttackGroup> = {
  tenants,
  fuzz,
  races,
  guesses,
  exchange,
  kills,
  servers,
  flood,
  endless,
  parameters,
  drips,
  hashes,
  together,
};

/** Groups that need minutes or the built server, and run only in `npm run attack`. */
export const LONG: readonly string[] = ['flood', 'servers', 'endless', 'parameters', 'drips', 'hashes', 'together'];
