import type { Kind } from '#contract/words.ts';

/** What stands on the overview as wrong now, or in its last days. */
export const ALERT_CODES = ['implausible', 'stock_below_zero', 'no_facts', 'incomplete', 'days_left', 'beyond_tolerance'] as const;

/** Rules by a control chart: what is watched is a series of values, of which the mean that forgets leaves its limits. */
export const CHART_RULES = ['loading_bias', 'dry_matter_intake', 'dry_matter', 'mixing_time', 'mixer_drift'] as const;
export type ChartRule = (typeof CHART_RULES)[number];
/** All rules; those without a chart are there for as long as what they tell of is. */
export const SIGNAL_RULES = [...CHART_RULES, 'service_due', ...ALERT_CODES] as const;
export type SignalRule = (typeof SIGNAL_RULES)[number];
export const isChartRule = (rule: SignalRule): rule is ChartRule => CHART_RULES.some((one) => one === rule);

/** What a signal is about. A feeding is called by its feeds or period and its ration, a plan of a service by its mixer and what is to be done. */
export const SIGNAL_SUBJECTS = ['operator', 'group', 'ingredient', 'mixer', 'feeding', 'farm', 'service_plan'] as const;
export type SignalSubject = (typeof SIGNAL_SUBJECTS)[number];

interface Told {
  subject: SignalSubject;
  /** Of `value`, `limit` and `target`: `ratio` of what runs out are days. */
  kind: Kind;
  /** The report that tells more of it, whose readers see the signal. */
  report: string;
}

const WRONG = { report: 'dashboard', kind: 'weight' } as const;
/** What each rule tells of: bias and drift in percent of what was to go in and went in, intake in kilograms of dry matter a head and day. */
export const TOLD = {
  loading_bias: { subject: 'operator', kind: 'percent', report: 'operators' },
  dry_matter_intake: { subject: 'group', kind: 'weight', report: 'upload_groups' },
  dry_matter: { subject: 'ingredient', kind: 'percent', report: 'dry_matter' },
  mixing_time: { subject: 'mixer', kind: 'duration', report: 'schedule_loading_time' },
  mixer_drift: { subject: 'mixer', kind: 'percent', report: 'mixers' },
  service_due: { subject: 'service_plan', kind: 'percent', report: 'mixers' },
  implausible: { subject: 'feeding', ...WRONG },
  stock_below_zero: { subject: 'ingredient', ...WRONG },
  no_facts: { subject: 'farm', ...WRONG },
  incomplete: { subject: 'feeding', ...WRONG },
  days_left: { subject: 'ingredient', ...WRONG, kind: 'ratio' },
  beyond_tolerance: { subject: 'ingredient', ...WRONG },
} as const satisfies Record<SignalRule, Told>;

/** `explained` and `done` are somebody's word: that it is as it should be, or was put right. */
export const SIGNAL_STATES = ['new', 'seen', 'explained', 'done'] as const;
export type SignalState = (typeof SIGNAL_STATES)[number];
/** Those that say why. */
export const CLOSED_STATES = ['explained', 'done'] as const satisfies readonly SignalState[];
export const isClosed = (state: SignalState): boolean => CLOSED_STATES.some((one) => one === state);

export const MAX_SIGNAL_NOTE = 300;

export const SIGNAL_MAIL_MODES = ['none', 'at_once', 'digest'] as const;

/** How a chart rule judges where a farm says nothing else: `lambda` is the weight of the newest value, `width` how many standard deviations wide its limits are. */
export interface ChartDefaults {
  lambda: number;
  width: number;
  /** What a farm may say that the values should be; what isn't said is what they usually are. */
  targets: { least: number; most: number };
}
export const CHART_DEFAULTS = {
  loading_bias: { lambda: 0.2, width: 3.5, targets: { least: -50, most: 50 } },
  dry_matter_intake: { lambda: 0.3, width: 3.5, targets: { least: 0.1, most: 60 } },
  dry_matter: { lambda: 0.5, width: 3, targets: { least: 0.1, most: 100 } },
  mixing_time: { lambda: 0.2, width: 3.5, targets: { least: 1, most: 7200 } },
  mixer_drift: { lambda: 0.2, width: 4, targets: { least: -50, most: 50 } },
} as const satisfies Record<ChartRule, ChartDefaults>;
export const LAMBDA = { least: 0.05, most: 1 } as const;
export const WIDTH = { least: 1, most: 6 } as const;
/** How many s from the target a single value counts for at most, so that one slip is none of a habit; measurements of dry matter count whole, for they are few. */
const COUNTS_FOR = 2.5;
export const clipOf = (rule: ChartRule): number => (rule === 'dry_matter' ? Number.POSITIVE_INFINITY : COUNTS_FOR);

/** The widest limits that the mean can still leave soon, with such a λ: beyond them a rule would never fire. */
export function widestAt(rule: ChartRule, lambda: number): number {
  const most = (0.75 * clipOf(rule)) / Math.sqrt(lambda / (2 - lambda));
  return Math.min(WIDTH.most, Math.floor(most * 10) / 10);
}
