import { z } from 'zod';
import { Day, Id, text } from '#contract/kinds.ts';
import { defineResource, Flag, IdList, listOf, named, Version } from '#contract/resource.ts';
import type { Action, Guarded, Need } from '#contract/rights.ts';
import { MAX_SIGNAL_NOTE, SIGNAL_RULES, SIGNAL_STATES, SIGNAL_SUBJECTS } from './signal-words.ts';

/** Rights of the reports behind signals. Each right shows the signals of its reports. */
export const SEES_SIGNALS: readonly Need[] = (['dashboard', 'load', 'additional'] as const).map((item) => ({ item, action: 'view' }));
/** People who keep filters may change a signal's state. */
const GUARDED = {
  permission: 'dashboard',
  also: (action: Action) => (action === 'view' ? SEES_SIGNALS : [{ item: 'filters', action }]),
} as const satisfies Guarded;

export const SignalRuleName = z.enum(SIGNAL_RULES);
const State = z.enum(SIGNAL_STATES);

/**
 * Deviations found by a farm's rules: one row from the beginning (`since`) to the last day so far; `over` after its end. A new deviation is
 * a new row. Names are those of the time of finding. `value` is the latest one beyond `limit`, `target` the right one, all of the rule's
 * kind (`SIGNAL_VALUES`); `kg` and `money` are sums since the beginning, without sign, if known. A signal is `new` until a person changes it;
 * closing needs a note and is final.
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
      /** The feed, if a person's bias is of one feed. */
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
      /** Author and time of the state. */
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
    /** Seen on one of this many last days of its farm, including today. */
    days: z.coerce.number().pipe(z.int().min(1).max(3660)).optional(),
    over: Flag.optional(),
  },
  ordering: ['money', 'kg', 'since', 'last_seen', 'found_at', 'rule', 'subject_name', 'ingredient_name', 'farm_name', 'state'],
});

export const MAX_CLOSED_AT_ONCE = 500;
/** Closes several signals with one note. Signals that were closed meanwhile stay unchanged. */
export const SignalsClosing = z
  .object({
    ids: z.array(Id).min(1).max(MAX_CLOSED_AT_ONCE),
    state: State.extract(['explained', 'done']),
    note: text(MAX_SIGNAL_NOTE).pipe(z.string().min(1)),
  })
  .meta({ id: 'SignalsClosing' });
export const SignalsClosed = z.object({ closed: z.int() }).meta({ id: 'SignalsClosed' });

const Figure = z.number().nullable();

/** A signal's chart: all values of the series around it, in order. Before the first judged value there are no mean and limits. */
export const SignalChart = z
  .object({
    rule: SignalRuleName,
    since: Day,
    last_seen: Day,
    lambda: Figure,
    width: Figure,
    /** Empty for a rule without a chart. */
    points: z.array(z.object({ day: Day, value: z.number(), ewma: Figure, target: Figure, low: Figure, high: Figure })),
  })
  .meta({ id: 'SignalChart' });
export type SignalChart = z.infer<typeof SignalChart>;
export const MAX_CHART_POINTS = 300;
