import type { Line, MarkedPacks } from './draft.ts';
import type { Scale } from './entry.ts';
import type { LotChoiceProps } from './lot-choice.tsx';
import type { Left } from './room.ts';

export interface CurrentLineProps {
  line: Line;
  place: number;
  count: number;
  typed: string;
  /** True if the next key replaces the number. */
  replace: boolean;
  /** True if the mixer has room for this weight. */
  fits: (kg: number) => boolean;
  /** The mixer's maximum. */
  maximum: number;
  since: string | null;
  /** Rest for the last group. */
  rest: number | null;
  /** The rest of an unloading; null while loading. */
  left: Left | null;
  /** The scale's reading before this line; null if unknown. */
  scale: Scale | null;
  /** True if readings of the scale are typed, provided that the starting weight is recorded. */
  byScale: boolean;
  onType: (typed: string, replace?: boolean) => void;
  onReadScale: (byScale: boolean, typed: string) => void;
  /** The packs of the feed that is loaded. */
  packs: readonly { name: string; kg: number }[];
  /** The lot of the feed; undefined while unloading. */
  lot: LotChoiceProps | undefined;
  onNext: (kg: number, packed?: MarkedPacks) => void;
  onShowAll: () => void;
}
