import { z } from 'zod';
import { Day, Id } from '#contract/kinds.ts';
import { SavedFilters } from '#contract/operations/blanks.ts';
import { SHARES } from '#contract/operations/who-sees.ts';
import { defineResource, listOf, named, Version } from '#contract/resource.ts';

/** A page may be read for so long at most. */
export const MAX_SHARE_DAYS = 366;
/**
 * A report as a page that whoever has its address reads without signing in, up to the end of the day `until`: the report and its filters as
 * they were, its figures of the moment, made with the rights of who shared it. Deleting it ends it at once.
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
      /** Where it is read. */
      url: z.string(),
      opened_at: z.string().nullable(),
      ...named('author'),
      version: Version,
    })
    .meta({ id: 'Share' }),
  create: z.object({ report: z.string().max(60), filters: SavedFilters, until: Day }),
  filters: { report: listOf(z.string()) },
  ordering: ['until'],
});
