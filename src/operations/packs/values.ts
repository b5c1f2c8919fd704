import { toPackKg } from '#common/packs/packs.ts';
import type { packs } from '#contract/operations/packs.ts';
import type { RowOf } from '#contract/resource.ts';
import { withoutMissing } from '#src/core/resource/draft.ts';

export type Pack = RowOf<typeof packs>;

/** The form's values of a pack's weight: weighed packs, or a known weight. */
export const packValues = (pack: Pack | null, today: string) => ({
  ingredient: pack?.ingredient ?? (null as number | null),
  name: pack?.name ?? '',
  from: pack?.from ?? today,
  kg: pack?.kg ?? (null as number | null),
  weighed_packs: pack?.weighed_packs ?? (null as number | null),
  weighed_kg: pack?.weighed_kg ?? (null as number | null),
  until: pack?.until ?? (null as string | null),
  version: pack?.version,
});
export type PackValues = ReturnType<typeof packValues>;

/** True if the weight of the pack follows from a sample. */
export const isWeighed = ({ weighed_packs, weighed_kg }: PackValues) => weighed_packs !== null || weighed_kg !== null;

/** The request's body; the server computes the weight of a sample. */
export const packBody = ({ kg, weighed_packs, weighed_kg, until, ...rest }: PackValues) => ({
  ...withoutMissing(rest),
  weighed_packs,
  weighed_kg,
  until,
  kg: weighed_packs !== null || weighed_kg !== null || kg === null ? undefined : toPackKg(kg),
});
