import { z } from 'zod';
import { Day, Id } from '#contract/kinds.ts';
import { SavedFilters } from '#contract/operations/blanks.ts';
import { SHARES } from '#contract/operations/who-sees.ts';
import { defineResource, listOf, named, Version } from '#contract/resource.ts';

/** Max days of a shared page. */
export const MAX_SHARE_DAYS = 366;
/** The name of a board in a share, instead of a report's. Its filter `board` is the board's number or role, the others are its bar. */
export const BOARD_SHARE = 'board';
/**
 * A report as a page that anybody with its address can read without sign-in, until the end of the day `until`: fixed report and filters,
 * present figures, with the rights of the sharing person. Deleting it ends it immediately.
 */
export const shares = defineResource({
  id: 'shares',
  path: 'report/shares',
  ...SHARES,
  final: true,
  row: z
    .object({
      id: Id,
      report: z.string(),
      filters: SavedFilters,
      until: Day,
      expires_at: z.string(),
      /** Address of the page. */
      url: z.string(),
      opened_at: z.string().nullable(),
      ...named('author'),
      version: Version,
    })
    .meta({ id: 'Share' }),
  create: z.object({ report: z.string().max(60), filters: SavedFilters, until: Day }),
  filters: { report: listOf(z.string().max(60)) },
  ordering: ['until'],
});
