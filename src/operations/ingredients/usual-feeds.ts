import type { FeedCode } from '#contract/feed-codes.ts';

/** Types of the usual feeds, in the order of the list. */
export const USUAL_TYPES = ['silage', 'forage', 'grain', 'protein', 'byproduct', 'mineral'] as const;
export type UsualType = (typeof USUAL_TYPES)[number];

interface UsualFeed {
  /** A feed of the library, which has its dry matter. */
  code: FeedCode;
  type: UsualType;
  /** Selected at first. */
  common?: true;
}

/** The feeds of most farms with cattle, in the order of the list. */
export const USUAL_FEEDS: readonly UsualFeed[] = [
  { code: 'maize_silage', type: 'silage', common: true },
  { code: 'alfalfa_silage', type: 'silage', common: true },
  { code: 'grass_silage', type: 'silage' },
  { code: 'alfalfa_hay', type: 'forage', common: true },
  { code: 'grass_hay', type: 'forage' },
  { code: 'wheat_straw', type: 'forage', common: true },
  { code: 'maize_grain', type: 'grain', common: true },
  { code: 'barley_grain', type: 'grain' },
  { code: 'wheat_grain', type: 'grain' },
  { code: 'soybean_meal_44', type: 'protein', common: true },
  { code: 'sunflower_meal', type: 'protein' },
  { code: 'rapeseed_meal', type: 'protein' },
  { code: 'beet_pulp_dry', type: 'byproduct' },
  { code: 'brewers_grains_wet', type: 'byproduct' },
  { code: 'beet_molasses', type: 'byproduct' },
  { code: 'limestone', type: 'mineral' },
  { code: 'salt', type: 'mineral', common: true },
  { code: 'sodium_bicarbonate', type: 'mineral' },
];

/** Feeds whose variety is part of the name: there are wet ones, too. */
const NAMED_BY_VARIETY: readonly FeedCode[] = ['beet_pulp_dry', 'brewers_grains_wet'];

/** The farm's name of a feed of the library: without the variety after the comma, which only the library distinguishes. */
export const shortenName = (code: FeedCode, name: string): string =>
  NAMED_BY_VARIETY.includes(code) ? name : (name.split(',')[0] ?? name);
