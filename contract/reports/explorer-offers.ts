import { z } from 'zod';
import { RECORD_KINDS } from './explorer-view.ts';

/** What the caller's farms have never recorded: of it there are no figures, and the explorer doesn't offer its measures. */
export const ExplorerOffers = z.object({ missing: z.array(z.enum(RECORD_KINDS)) }).meta({ id: 'ExplorerOffers' });
export type ExplorerOffers = z.infer<typeof ExplorerOffers>;
