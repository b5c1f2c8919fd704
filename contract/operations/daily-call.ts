import { z } from 'zod';
import { Day, Id } from '#contract/kinds.ts';
import { defineResource, IdList, Version } from '#contract/resource.ts';

/** What is left in the bunk, by the scale of South Dakota State University: 0 nothing, ½ scattered, 1 a thin layer, 2 a quarter to a half, 3 more than a half, 4 untouched. */
export const BUNK_SCORES = [0, 0.5, 1, 2, 3, 4] as const;
export const BunkScore = z.literal(BUNK_SCORES);
export type BunkScore = z.infer<typeof BunkScore>;

/** The score of a group's bunk on a day, before that day's feed; one a group and day. */
export const bunkScores = defineResource({
  id: 'bunkscores',
  final: true,
  path: 'manager/bunkscores',
  permission: 'schedule',
  row: z
    .object({ id: Id, farm: Id, farm_name: z.string(), group: Id, group_name: z.string(), day: Day, score: BunkScore, version: Version })
    .meta({ id: 'BunkScore' }),
  create: z.object({ group: Id, day: Day, score: BunkScore }),
  filters: { farm: IdList, group: IdList, day: Day.optional(), day_after: Day.optional(), day_before: Day.optional() },
  ordering: ['day', 'group_name', 'score'],
});

/** Percent by which the feed changes, down or up. */
export const Change = z.number().min(-50).max(50).multipleOf(0.01);

/** What a farm does about a score: `percent` more or less than the day before, never more than `max_percent` at once. A score without a row asks for nothing. */
export const callRules = defineResource({
  id: 'callrules',
  final: true,
  path: 'manager/callrules',
  permission: 'schedule',
  row: z
    .object({
      id: Id,
      farm: Id,
      farm_name: z.string(),
      rows: z.array(z.object({ score: BunkScore, percent: z.number() })),
      max_percent: z.number(),
      version: Version,
    })
    .meta({ id: 'CallRule' }),
  create: z.object({
    farm: Id,
    rows: z.array(z.object({ score: BunkScore, percent: Change })).max(BUNK_SCORES.length),
    max_percent: z.number().nonnegative().max(50).multipleOf(0.01).default(10),
  }),
  filters: { farm: IdList },
  ordering: ['farm_name'],
});
