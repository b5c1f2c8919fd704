import type { harvests } from '#contract/operations/harvests.ts';
import type { Draft } from '#src/core/resource/draft.ts';
import { withoutMissing } from '#src/core/resource/draft.ts';

/** What is sent: what is still missing the server names at its field; the moment is now while nobody names another. */
export const harvestBody = ({ dry_matter, cost, ...rest }: Draft<typeof harvests>) => ({
  ...withoutMissing(rest),
  at: rest.at || undefined,
  dry_matter,
  cost,
});
