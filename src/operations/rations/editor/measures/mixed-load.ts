import { hundredOf } from '#contract/operations/ration-items.ts';
import type { RecipePart } from '#src/domain/recipe-editor/parts.ts';
import { type Feeds, type HeadMeasures, measuresOf, missingOf, type Wetting, type Written } from './measures.ts';

/** Water needed to reach the target, in the parts' unit; 0 in a wet mix. */
export function waterFor(
  parts: readonly { head_fresh: number; head_dry: number }[],
  { target_dry_matter: target, water }: Wetting,
  feeds: Feeds,
): number {
  const own = feeds.get(water ?? 0)?.dry_matter;
  if (target === null || own === undefined || own >= target) return 0;
  const over = parts.reduce((sum, { head_fresh, head_dry }) => sum + head_dry * 100 - head_fresh * target, 0);
  return Math.max(0, over / (target - own));
}

/** Today's load including water: fresh shares, and kilograms per head of each part. */
export function loadOf(written: Written, wetting: Wetting, feeds: Feeds, perHead: number): (RecipePart & HeadMeasures)[] {
  const measures = measuresOf(written, feeds, perHead);
  const water = waterFor(measures, wetting, feeds);
  const parts = written.items.map(({ ingredient, amount }, index) => ({ ingredient, amount, ...measures[index]! }));
  if (water > 0) {
    const head_dry = (water * (feeds.get(wetting.water ?? 0)?.dry_matter ?? 0)) / 100;
    parts.push({ ingredient: wetting.water, amount: water, ...measures[0]!, head_fresh: water, head_dry });
  }
  // Shares as typed while they don't sum to a hundred.
  const shares =
    missingOf(written) !== 0
      ? null
      : water > 0
        ? hundredOf(parts.map(({ head_fresh }) => head_fresh))
        : measures.map(({ load_fresh }) => load_fresh);
  return parts.map(({ ingredient, amount, head_fresh, head_dry }, index) => ({
    ingredient,
    percent: amount === null ? null : (shares?.[index] ?? amount),
    head_fresh,
    head_dry,
  }));
}
