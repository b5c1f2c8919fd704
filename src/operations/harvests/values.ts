import type { harvests } from '#contract/operations/harvests.ts';
import type { Draft } from '#src/core/resource/draft.ts';
import { withoutMissing } from '#src/core/resource/draft.ts';
import { packedBody } from '#src/domain/stock/packs.ts';

/** The request body. The server reports missing values at their fields; the moment defaults to now. */
export const harvestBody = ({ dry_matter, cost, ...rest }: Draft<typeof harvests>) => ({
  ...withoutMissing(packedBody(rest, 'kg')),
  at: rest.at || undefined,
  dry_matter,
  cost,
});
