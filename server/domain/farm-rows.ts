import type { Bounded } from '#server/platform/resource/table.ts';

/** The farm, as a target of references. */
export const FARM: Bounded = { table: 'farm', farm: 't.id', remove: 'never' };
