import { z } from 'zod';
import { MEASURES_OF, type Measure } from './explorer-words.ts';

/** Measures of what some clients never record, by what that is. */
export const MEASURES_OF_RECORDS = { milk: MEASURES_OF.milk, refed: ['carried'] } as const satisfies Record<string, readonly Measure[]>;
export type RecordKind = keyof typeof MEASURES_OF_RECORDS;
export const RECORD_KINDS = Object.keys(MEASURES_OF_RECORDS) as RecordKind[];

export const EXPLORER_OFFERS_PATH = 'explorer/offers';

/** What the caller's farms have never recorded: of it there are no figures, and the explorer doesn't offer its measures. */
export const ExplorerOffers = z.object({ missing: z.array(z.enum(RECORD_KINDS)) }).meta({ id: 'ExplorerOffers' });
export type ExplorerOffers = z.infer<typeof ExplorerOffers>;
