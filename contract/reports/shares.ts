import { z } from 'zod';
import { Clock, Day, Id, Language, Units } from '#contract/kinds.ts';
import { SavedFilters } from '#contract/operations/blanks.ts';
import { SHARES } from '#contract/operations/who-sees.ts';
import { defineResource, listOf, Version } from '#contract/resource.ts';
import { ReportData } from './shape.ts';

/** A page may be read for so long at most. */
export const MAX_SHARE_DAYS = 366;
/** Rows that such a page shows at most. */
export const MAX_SHARED_ROWS = 1000;

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
      author: Id,
      author_name: z.string(),
      version: Version,
    })
    .meta({ id: 'Share' }),
  create: z.object({ report: z.string().max(60), filters: SavedFilters, until: Day }),
  filters: { report: listOf(z.string()) },
  ordering: ['until'],
});

/** The secret goes in the body, never in an address of the API. */
export const SharedLook = z.object({ secret: z.string().max(200), language: Language });

/** What the page shows; once it has ended, whose it was and until when. */
export const SharedReport = z
  .object({
    client_name: z.string(),
    until: Day.nullable(),
    report: z
      .object({
        title: z.string(),
        author_name: z.string(),
        /** Client, days, filters. */
        lines: z.array(z.object({ label: z.string(), value: z.string() })),
        units: Units,
        clock: Clock,
        /** All rows that there are, of which `data` has the first. */
        count: z.int(),
        data: ReportData,
      })
      .nullable(),
  })
  .meta({ id: 'SharedReport' });
export type SharedReport = z.infer<typeof SharedReport>;
