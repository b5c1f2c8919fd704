import type { Bounded } from '#server/platform/resource/table.ts';

/** A farm as what belongs to one refers to it. */
export const FARM: Bounded = { table: 'farm', farm: 't.id', remove: 'never' };
