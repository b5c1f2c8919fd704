import { z } from 'zod';
import { Clock, Day, Language, Units } from '#contract/kinds.ts';
import { BoardFigures, BoardTile } from './boards.ts';
import { ReportData } from './shape.ts';

/** Max rows of a shared page. */
export const MAX_SHARED_ROWS = 1000;

/** The secret is in the body, never in an address of the API. */
export const SharedLook = z.object({ secret: z.string().max(200), language: Language });

/** The content of the page; after its end, its owner and last day. */
export const SharedReport = z
  .object({
    client_name: z.string(),
    until: Day.nullable(),
    /** The content of a shared board; null for a report. */
    board: z
      .object({
        title: z.string(),
        author_name: z.string(),
        /** Client and days. */
        lines: z.array(z.object({ label: z.string(), value: z.string() })),
        units: Units,
        clock: Clock,
        tiles: z.array(BoardTile),
        figures: BoardFigures,
      })
      .nullable(),
    report: z
      .object({
        title: z.string(),
        author_name: z.string(),
        /** Client, days, filters. */
        lines: z.array(z.object({ label: z.string(), value: z.string() })),
        units: Units,
        clock: Clock,
        /** Number of all rows, of which `data` contains the first. */
        count: z.int(),
        data: ReportData,
      })
      .nullable(),
  })
  .meta({ id: 'SharedReport' });
export type SharedReport = z.infer<typeof SharedReport>;
