import { z } from 'zod';
import { Day, Id, LoadingStatus, text } from '#contract/kinds.ts';
import { defineResource, IdList, named, Version } from '#contract/resource.ts';

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
      ...named('farm'),
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

/** A feeding of a called day and group: one that `follows` takes its part of the change, one that is locked or has begun keeps its kilograms. */
const CalledFeeding = z.object({
  schedule: Id,
  /** Of the loads of one feeding, that of the first. */
  feeding: Id,
  ration_name: z.string(),
  status: LoadingStatus,
  locked: z.boolean(),
  follows: z.boolean(),
  /** What the group would get of the feeding without the call, and what it gets. */
  weight_base: z.number(),
  weight_plan: z.number(),
});

/** How far a call may go from the plan. */
export const CALL_LIMITS = { least: -90, most: 100 } as const;

/**
 * A group's feed of a day, in percent more or less than its plan. What waits and isn't locked takes the whole change; a call once loading has
 * begun changes the feedings after it, which `feedings` tell. More than the day before, which was more than the one before it: only if `rise_again`.
 */
export const calls = defineResource({
  id: 'calls',
  final: true,
  path: 'manager/calls',
  permission: 'schedule',
  row: z
    .object({
      id: Id,
      ...named('farm', 'group'),
      day: Day,
      percent: z.number(),
      rise_again: z.boolean(),
      reason: z.string(),
      weight_base: z.number(),
      weight_plan: z.number(),
      feedings: z.array(CalledFeeding),
      version: Version,
    })
    .meta({ id: 'Call' }),
  create: z.object({
    group: Id,
    day: Day,
    percent: z.number().min(CALL_LIMITS.least).max(CALL_LIMITS.most).multipleOf(0.01),
    reason: text(300).default(''),
    rise_again: z.boolean().default(false),
  }),
  filters: { farm: IdList, group: IdList, day: Day.optional(), day_after: Day.optional(), day_before: Day.optional() },
  ordering: ['day', 'group_name', 'percent'],
});

/** As many days before the walk are told with a proposal. */
export const WALK_DAYS = 14;

/** A group that is fed on a day: what its bunk said, what it was given and ate, and what the rules make of it. */
export const CallProposal = z
  .object({
    ...named('group'),
    heads: z.int(),
    score: BunkScore.nullable(),
    /** The calls of the two days before; 0 without. */
    percent_before: z.number(),
    percent_two_before: z.number(),
    /** The call that the rules ask for; null without a score, rules, or a row for the score. */
    percent: z.number().nullable(),
    /** What kept it from more: the most at once, or a rise the day before. */
    held: z.enum(['most', 'rose']).nullable(),
    /** Of the day: without a call, as planned now, and of that what no call changes. */
    weight_base: z.number(),
    weight_plan: z.number(),
    weight_kept: z.number(),
    /** Whether anything of the day can still follow a call. */
    follows: z.boolean(),
    call: z.object({ id: Id, percent: z.number(), reason: z.string() }).nullable(),
    days: z.array(
      z.object({
        day: Day,
        score: BunkScore.nullable(),
        percent: z.number().nullable(),
        delivered: z.number().nullable(),
        left: z.number().nullable(),
        eaten: z.number().nullable(),
      }),
    ),
  })
  .meta({ id: 'CallProposal' });
export type CallProposal = z.infer<typeof CallProposal>;
export const ProposalQuery = z.object({ farm: z.coerce.number().pipe(Id), day: Day });
export const PROPOSALS_PATH = 'manager/calls/proposals';

interface Judged {
  score: BunkScore | null;
  percent_before: number;
  percent_two_before: number;
}
/** A farm's rules, as a proposal is made of them. */
export interface CallRules {
  rows: readonly { score: BunkScore; percent: number }[];
  max_percent: number;
}

const hundredths = (percent: number) => Math.round(percent * 100);

/** The call that a farm's rules ask for after a score: a change of the day before's, in hundredths of a percent. The phone asks it, too, where there is no network. */
export function proposeCall(
  { score, percent_before, percent_two_before }: Judged,
  rules: CallRules | null,
): Pick<CallProposal, 'percent' | 'held'> {
  const rule = rules?.rows.find((row) => row.score === score);
  if (!rules || !rule) return { percent: null, held: null };
  const rose = rule.percent > 0 && percent_before > percent_two_before;
  const most = Math.abs(rule.percent) > rules.max_percent;
  const change = rose ? 0 : Math.sign(rule.percent) * Math.min(Math.abs(rule.percent), rules.max_percent);
  const level = Math.round(((10_000 + hundredths(percent_before)) * (10_000 + hundredths(change))) / 10_000) - 10_000;
  const percent = Math.min(CALL_LIMITS.most, Math.max(CALL_LIMITS.least, level / 100));
  return { percent, held: rose ? 'rose' : most ? 'most' : null };
}
