import type { TextKey } from '#common/texts/text-keys.gen.ts';
import type { BunkScaleKind } from '#contract/operations/daily-call.ts';

/** A score as on a bunk sheet, with ½ for a half; a score of an own scale is its label. */
export const scoreText = (score: number, label = ''): string => label || (score === 0.5 ? '½' : score < 0 ? `−${-score}` : String(score));

const KEYS: Record<Exclude<BunkScaleKind, 'own'>, Readonly<Record<string, TextKey>>> = {
  sdsu: {
    0: 'pages:daily_call.scale.nothing',
    0.5: 'pages:daily_call.scale.scattered',
    1: 'pages:daily_call.scale.thin',
    2: 'pages:daily_call.scale.some',
    3: 'pages:daily_call.scale.much',
    4: 'pages:daily_call.scale.untouched',
  },
  zero_to_five: {
    0: 'pages:daily_call.scale.nothing',
    1: 'pages:daily_call.scale.under_5',
    2: 'pages:daily_call.scale.under_10',
    3: 'pages:daily_call.scale.under_25',
    4: 'pages:daily_call.scale.under_50',
    5: 'pages:daily_call.scale.much',
  },
  minus_two_to_three: {
    '-2': 'pages:daily_call.scale.much_less',
    '-1': 'pages:daily_call.scale.less',
    0: 'pages:daily_call.scale.same',
    1: 'pages:daily_call.scale.little_more',
    2: 'pages:daily_call.scale.more',
    3: 'pages:daily_call.scale.much_more',
  },
};

/** The description of a score; undefined in an own scale, whose labels describe it. */
export const scoreKey = (scale: BunkScaleKind, score: number): TextKey | undefined => (scale === 'own' ? undefined : KEYS[scale][score]);
