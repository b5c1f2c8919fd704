import type { TextKey } from '#common/texts/text-keys.gen.ts';
import type { BunkScore } from '#contract/operations/daily-call.ts';

/** A half as it is written on a walk's sheet. */
export const scoreText = (score: BunkScore): string => (score === 0.5 ? '½' : String(score));

const KEYS = {
  0: 'pages:daily_call.scale.nothing',
  0.5: 'pages:daily_call.scale.scattered',
  1: 'pages:daily_call.scale.thin',
  2: 'pages:daily_call.scale.some',
  3: 'pages:daily_call.scale.much',
  4: 'pages:daily_call.scale.untouched',
} as const satisfies Record<BunkScore, TextKey>;

/** What a score says of the bunk. */
export const scoreKey = (score: BunkScore): TextKey => KEYS[score];
