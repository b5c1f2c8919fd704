import { type Icon, IconCheck, IconEye, IconMessageCheck } from '@tabler/icons-react';
import type { SignalState } from '#contract/reports/signal-words.ts';

export type Said = Exclude<SignalState, 'new'>;

/** States that a person can set on a signal. */
export const WORDS: readonly { state: Said; icon: Icon }[] = [
  { state: 'seen', icon: IconEye },
  { state: 'explained', icon: IconMessageCheck },
  { state: 'done', icon: IconCheck },
];
