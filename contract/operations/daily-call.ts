import { z } from 'zod';
import { Day, Id, LoadingStatus, text } from '#contract/kinds.ts';
import { defineResource, IdList, named, Version } from '#contract/resource.ts';

/**
 * Feed left in the bunk, by the scale of South Dakota State University: 0 nothing, ½ scattered, 1 a thin layer, 2 a quarter to a half, 3
 * more than a half, 4 untouched.
 */
export const BUNK_SCORES = [0, 0.5, 1, 2, 3, 4] as const;
/**
 * The scores of each given scale. `minus_two_to_three` scores the change of feed that a bunk asks for, from much less to much more. A
 * farm's own scale consists of the scores and labels of its rules.
 */
export const BUNK_SCALES = { sdsu: BUNK_SCORES, zero_to_five: [0, 1, 2, 3, 4, 5], minus_two_to_three: [-2, -1, 0, 1, 2, 3] } as const;
export const BUNK_SCALE_KINDS = ['sdsu', 'zero_to_five', 'minus_two_to_three', 'own'] as const;
export const BunkScaleKind = z.enum(BUNK_SCALE_KINDS);
export type BunkScaleKind = z.infer<typeof BunkScaleKind>;
/** A score of a stored scale; only those of an own scale have a label. */
export const BunkScaleScore = z.object({ score: z.number().min(-20).max(20).multipleOf(0.5), label: z.string().max(40) });
/** Max scores of a farm's own scale: all fit on a phone. */
export const MAX_OWN_SCORES = 8;

/** A score of any scale; the server refuses a score that the scale doesn't contain. */
export const BunkScore = z
  .number()
  .min(-20)
  .max(20)
  .multipleOf(0.5)
  .meta({ description: "0, 0.5, 1, 2, 3 or 4 by default; otherwise a score of the farm's own scale, which gives each a label" });
export type BunkScore = z.infer<typeof BunkScore>;

/**
 * The score of a group's bunk before the day's feed, one per group and day. It keeps its `scale`: null is the scale of South Dakota State
 * University. Without `scale`, the farm's present scale applies. `label` is that of an own scale.
 */
export const bunkScores = defineResource({
  id: 'bunkscores',
  final: true,
  path: 'manager/bunkscores',
  permission: 'schedule',
  row: z
    .object({
      id: Id,
      farm: Id,
      farm_name: z.string(),
      group: Id,
      group_name: z.string(),
      day: Day,
      score: BunkScore,
      scale: Id.nullable(),
      label: z.string(),
      version: Version,
    })
    .meta({ id: 'BunkScore' }),
  create: z.object({ group: Id, day: Day, score: BunkScore, scale: Id.nullable().optional() }),
  filters: { farm: IdList, group: IdList, day: Day.optional(), day_after: Day.optional(), day_before: Day.optional() },
  ordering: ['day', 'group_name', 'score'],
});

/** Change of the feed in percent. */
export const Change = z.number().min(-50).max(50).multipleOf(0.01);

/** A score of the rules; only the scores of an own scale have a `label`. */
const ScoreRule = z.object({ score: BunkScore, percent: z.number(), label: z.string().optional() });

/**
 * A farm's scale and rules for scores: `percent` more or less than the day before, at most `max_percent` in total. A score without a row
 * changes nothing. The rows of an own scale are the scale. 400 at `rows` unless one score changes nothing. `scale_id` is null for the
 * scale of South Dakota State University.
 */
export const callRules = defineResource({
  id: 'callrules',
  final: true,
  path: 'manager/callrules',
  permission: 'schedule',
  row: z
    .object({
      id: Id,
      ...named('farm'),
      scale: BunkScaleKind,
      scale_id: Id.nullable(),
      rows: z.array(ScoreRule),
      max_percent: z.number(),
      version: Version,
    })
    .meta({ id: 'CallRule' }),
  create: z.object({
    farm: Id,
    scale: BunkScaleKind.default('sdsu'),
    rows: z.array(ScoreRule.extend({ percent: Change, label: text(40).optional() })).max(MAX_OWN_SCORES),
    max_percent: z.number().nonnegative().max(50).multipleOf(0.01).default(10),
  }),
  filters: { farm: IdList },
  ordering: ['farm_name'],
});

/** The scores of a farm's scale. Without rules, that is the scale of South Dakota State University. */
export function listScores(rules: { scale: BunkScaleKind; rows: readonly { score: number; label?: string | undefined }[] } | null) {
  if (rules?.scale === 'own') return rules.rows.map(({ score, label }) => ({ score, label: label ?? '' }));
  return BUNK_SCALES[rules?.scale ?? 'sdsu'].map((score) => ({ score: score as number, label: '' }));
}

/** A feeding of a called day and group. `follows`: it takes its part of the change. A locked or started one keeps its kilograms. */
const CalledFeeding = z.object({
  schedule: Id,
  /** For a feeding of several loads, the id of the first. */
  feeding: Id,
  ration_name: z.string(),
  status: LoadingStatus,
  locked: z.boolean(),
  follows: z.boolean(),
  /** The group's kilograms of the feeding, without and with the call. */
  weight_base: z.number(),
  weight_plan: z.number(),
});

/** Limits of a call, in percent of the plan. */
export const CALL_LIMITS = { least: -90, most: 100 } as const;

/**
 * A change of a group's feed for a day, in percent of its plan. Waiting, unlocked feedings take the whole change; after loading has begun,
 * only the later ones in `feedings`. A second rise in a row needs `rise_again`.
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

/** Days of history shown with a proposal. */
export const WALK_DAYS = 14;

/** A group fed on a day: its scores, feed and intake, and the proposal of the rules. */
export const CallProposal = z
  .object({
    ...named('group'),
    heads: z.int(),
    score: BunkScore.nullable(),
    /** Calls of the two days before; 0 without. */
    percent_before: z.number(),
    percent_two_before: z.number(),
    /** The call of the rules; null without a score, rules, or a row for the score. */
    percent: z.number().nullable(),
    /** The reason for a smaller change: the max change at once, or a rise the day before. */
    held: z.enum(['most', 'rose']).nullable(),
    /** The day's kilograms: without a call, as planned now, and the part that no call changes. */
    weight_base: z.number(),
    weight_plan: z.number(),
    weight_kept: z.number(),
    /** True if a part of the day can still follow a call. */
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
/** A farm's rules for proposals. */
export interface CallRules {
  rows: readonly { score: BunkScore; percent: number }[];
  max_percent: number;
}

const hundredths = (percent: number) => Math.round(percent * 100);

/**
 * The call of a farm's rules after a score: a change of the previous day's call, in hundredths of a percent. Phones without a network use
 * it, too.
 */
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
