import { z } from 'zod';
import { Day, Id } from '#contract/kinds.ts';
import { defineResource, IdList, named, Version } from '#contract/resource.ts';
import { REMARKS } from './who-sees.ts';

/** What a remark may be about; about none of them it is of the farm's day. Rows of reports name them by the same words. */
export const REMARK_SUBJECTS = ['group', 'ingredient', 'ration', 'mixer'] as const;
export type RemarkSubject = (typeof REMARK_SUBJECTS)[number];
export const MAX_REMARK = 300;

/** A remark as reports carry it: what somebody wrote of a day, or of one thing on that day. */
export const RemarkRow = z
  .object({
    id: Id,
    ...named('farm'),
    date: Day,
    group: Id.nullable(),
    ingredient: Id.nullable(),
    ration: Id.nullable(),
    mixer: Id.nullable(),
    /** Of what it is about; null where it is about the day. */
    subject_name: z.string().nullable(),
    text: z.string(),
    author: z.string().nullable(),
    version: Version,
  })
  .meta({ id: 'Remark' });
export type RemarkRow = z.infer<typeof RemarkRow>;

const About = Id.nullable().default(null);

/** What people note beside the figures: “new silage clamp”. It changes no figure, and so it may be written of a closed month, too. */
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
