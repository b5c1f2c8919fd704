import { z } from 'zod';
import { Clock, Day, Language, Units } from '#contract/kinds.ts';
import { ReportData } from './shape.ts';

/** Rows that such a page shows at most. */
export const MAX_SHARED_ROWS = 1000;

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
