import { z } from 'zod';
import { RECORD_KINDS } from './explorer-view.ts';

/** Kinds of data that the caller's farms have never recorded. The explorer doesn't offer their measures. */
export const ExplorerOffers = z.object({ missing: z.array(z.enum(RECORD_KINDS)) }).meta({ id: 'ExplorerOffers' });
export type ExplorerOffers = z.infer<typeof ExplorerOffers>;
