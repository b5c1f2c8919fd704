import { z } from 'zod';
import { Day, Id } from '#contract/kinds.ts';
import { defineResource, IdList, named, Version } from '#contract/resource.ts';
import { REMARKS } from './who-sees.ts';

/** Subjects of a note; without one it is about the farm's day. Rows of reports use the same words. */
export const REMARK_SUBJECTS = ['group', 'ingredient', 'ration', 'mixer'] as const;
export type RemarkSubject = (typeof REMARK_SUBJECTS)[number];
export const MAX_REMARK = 300;

/** A note in a report: a person's text about a day, or about one thing on that day. */
export const RemarkRow = z
  .object({
    id: Id,
    ...named('farm'),
    date: Day,
    group: Id.nullable(),
    ingredient: Id.nullable(),
    ration: Id.nullable(),
    mixer: Id.nullable(),
    /** Name of the subject; null for a note about the day. */
    subject_name: z.string().nullable(),
    text: z.string(),
    author: z.string().nullable(),
    version: Version,
  })
  .meta({ id: 'Remark' });
export type RemarkRow = z.infer<typeof RemarkRow>;

const About = Id.nullable().default(null);

/** People's notes on figures: “new silage clamp”. A note changes no figure, so closed months accept it. */
export const remarks = defineResource({
  id: 'remarks',
  path: 'manager/remarks',
  ...REMARKS,
  row: RemarkRow,
  create: z.object({
    farm: Id,
    date: Day,
    group: About,
    ingredient: About,
    ration: About,
    mixer: About,
    text: z.string().trim().min(1).max(MAX_REMARK),
  }),
  filters: {
    farm: IdList,
    group: IdList,
    ingredient: IdList,
    ration: IdList,
    mixer: IdList,
    date_after: Day.optional(),
    date_before: Day.optional(),
  },
  ordering: ['date', 'subject_name', 'text'],
});
