import { z } from 'zod';
import { Day, Id, text } from '#contract/kinds.ts';
import { defineResource, Flag, IdList, listOf, named, Version } from '#contract/resource.ts';
import type { Action, Guarded, Need } from '#contract/rights.ts';
import { MAX_SIGNAL_NOTE, SIGNAL_RULES, SIGNAL_STATES, SIGNAL_SUBJECTS } from './signal-words.ts';

/** The rights of the reports that signals are of: who has one of them sees the signals of those reports. */
export const SEES_SIGNALS: readonly Need[] = (['dashboard', 'load', 'additional'] as const).map((item) => ({ item, action: 'view' }));
/** Who keeps things beside reports says what became of a signal. */
const GUARDED = {
  permission: 'dashboard',
  also: (action: Action) => (action === 'view' ? SEES_SIGNALS : [{ item: 'filters', action }]),
} as const satisfies Guarded;

export const SignalRuleName = z.enum(SIGNAL_RULES);
const State = z.enum(SIGNAL_STATES);

/**
 * What the server noticed by a farm's rules: one row a deviation from its beginning (`since`) to its last day so far; `over` once it has ended. One that begins
 * again is another. Names are those of when it was found. `value` is the latest that left `limit`, `target` what it should be, all of the rule's
 * kind (`TOLD`); `kg` and `money` are what came together since, without sign, as far as they are known. A signal is `new` until somebody says otherwise, and a word is asked of who
 * closes it; what goes on after that doesn't come back.
 */
export const signals = defineResource({
  id: 'signals',
  path: 'manager/signals',
  ...GUARDED,
  row: z
    .object({
      id: Id,
      ...named('farm'),
      rule: SignalRuleName,
      subject_kind: z.enum(SIGNAL_SUBJECTS),
      ...named('subject'),
      /** Of which feed, where a person's bias is of one. */
      ingredient: Id.nullable(),
      ingredient_name: z.string().nullable(),
      value: z.number().nullable(),
      limit: z.number().nullable(),
      target: z.number().nullable(),
      kg: z.number().nullable(),
      money: z.number().nullable(),
      since: Day,
      last_seen: Day,
      over: z.boolean(),
      found_at: z.string(),
      state: State,
      note: z.string(),
      /** Who said so, and when. */
      author: z.string().nullable(),
      changed_at: z.string().nullable(),
      version: Version,
    })
    .meta({ id: 'Signal' }),
  create: z.object({ state: State.exclude(['new']), note: text(MAX_SIGNAL_NOTE).default('') }),
  filters: {
    farm: IdList,
    state: listOf(State),
    rule: listOf(SignalRuleName),
    /** Seen on one of so many last days of its farm, today among them. */
    days: z.coerce.number().pipe(z.int().min(1).max(3660)).optional(),
    over: Flag.optional(),
  },
  ordering: ['money', 'kg', 'since', 'last_seen', 'found_at', 'rule', 'subject_name', 'ingredient_name', 'farm_name', 'state'],
});

export const MAX_CLOSED_AT_ONCE = 500;
/** Several that one word closes; those that somebody has closed meanwhile stay as they are. */
export const SignalsClosing = z
  .object({
    ids: z.array(Id).min(1).max(MAX_CLOSED_AT_ONCE),
    state: State.extract(['explained', 'done']),
    note: text(MAX_SIGNAL_NOTE).pipe(z.string().min(1)),
  })
  .meta({ id: 'SignalsClosing' });
export const SignalsClosed = z.object({ closed: z.int() }).meta({ id: 'SignalsClosed' });

const Figure = z.number().nullable();

/** The chart of a signal: every value of the series around it, in their order. Before the first that can be judged there are neither mean nor limits. */
export const SignalChart = z
  .object({
    rule: SignalRuleName,
    since: Day,
    last_seen: Day,
    lambda: Figure,
    width: Figure,
    /** None where the rule has no chart. */
    points: z.array(z.object({ day: Day, value: z.number(), ewma: Figure, target: Figure, low: Figure, high: Figure })),
  })
  .meta({ id: 'SignalChart' });
export type SignalChart = z.infer<typeof SignalChart>;
export const MAX_CHART_POINTS = 300;
