import type { Kind } from '#contract/words.ts';

/** Alerts of the overview: faults now or in its last days. */
export const ALERT_CODES = ['implausible', 'stock_below_zero', 'no_facts', 'incomplete', 'days_left', 'beyond_tolerance'] as const;

/** Rules with a control chart: a series of values whose moving average leaves its limits. */
export const CHART_RULES = ['loading_bias', 'dry_matter_intake', 'dry_matter', 'mixing_time', 'mixer_drift'] as const;
export type ChartRule = (typeof CHART_RULES)[number];
/** All rules. A signal without a chart lasts as long as its fault. */
export const SIGNAL_RULES = [...CHART_RULES, 'nutrient_norm', 'analysis_age', 'service_due', ...ALERT_CODES] as const;
export type SignalRule = (typeof SIGNAL_RULES)[number];
export const isChartRule = (rule: SignalRule): rule is ChartRule => CHART_RULES.some((one) => one === rule);

/** Subjects of signals. A feeding is named by its feeds or period and ration, a service by its mixer and work. */
export const SIGNAL_SUBJECTS = ['operator', 'group', 'ingredient', 'mixer', 'feeding', 'farm', 'service_plan'] as const;
export type SignalSubject = (typeof SIGNAL_SUBJECTS)[number];

interface Told {
  subject: SignalSubject;
  /** Kind of `value`, `limit` and `target`; for feed that runs out, `ratio` means days. */
  kind: Kind;
  /** The report with details. Its readers see the signal. */
  report: string;
}

const WRONG = { report: 'dashboard', kind: 'weight' } as const;
/** Values of each rule: bias and drift in percent of the planned and loaded weight, intake in kilograms of dry matter per head and day, a nutrient in percent
 * of its norm, the age of an analysis in days. */
export const SIGNAL_VALUES = {
  loading_bias: { subject: 'operator', kind: 'percent', report: 'operators' },
  dry_matter_intake: { subject: 'group', kind: 'weight', report: 'upload_groups' },
  dry_matter: { subject: 'ingredient', kind: 'percent', report: 'dry_matter' },
  mixing_time: { subject: 'mixer', kind: 'duration', report: 'schedule_loading_time' },
  mixer_drift: { subject: 'mixer', kind: 'percent', report: 'mixers' },
  nutrient_norm: { subject: 'group', kind: 'percent', report: 'nutrients' },
  analysis_age: { subject: 'ingredient', kind: 'count', report: 'analyses' },
  service_due: { subject: 'service_plan', kind: 'percent', report: 'mixers' },
  implausible: { subject: 'feeding', ...WRONG },
  stock_below_zero: { subject: 'ingredient', ...WRONG },
  no_facts: { subject: 'farm', ...WRONG },
  incomplete: { subject: 'feeding', ...WRONG },
  days_left: { subject: 'ingredient', ...WRONG, kind: 'ratio' },
  beyond_tolerance: { subject: 'ingredient', ...WRONG },
} as const satisfies Record<SignalRule, Told>;

/** `explained` and `done` are a person's decision: the value is right, or the fault was fixed. */
export const SIGNAL_STATES = ['new', 'seen', 'explained', 'done'] as const;
export type SignalState = (typeof SIGNAL_STATES)[number];
/** States that need a reason. */
export const CLOSED_STATES = ['explained', 'done'] as const satisfies readonly SignalState[];
export const isClosed = (state: SignalState): boolean => CLOSED_STATES.some((one) => one === state);

export const MAX_SIGNAL_NOTE = 300;

export const SIGNAL_MAIL_MODES = ['none', 'at_once', 'digest'] as const;

/** Defaults of a chart rule: `lambda` is the weight of the newest value, `width` the width of the limits in standard deviations. */
export interface ChartDefaults {
  lambda: number;
  width: number;
  /** Range of a farm's target; without a target, the usual value. */
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
/**
 * Max distance from the target in s that a single value counts for, so that one typing error is no habit. Measurements of dry matter count
 * fully, because they are few.
 */
const COUNTS_FOR = 2.5;
export const clipOf = (rule: ChartRule): number => (rule === 'dry_matter' ? Number.POSITIVE_INFINITY : COUNTS_FOR);

/** The widest limits that the mean can still leave soon with this λ. Beyond them a rule would never fire. */
export function widestAt(rule: ChartRule, lambda: number): number {
  const most = (0.75 * clipOf(rule)) / Math.sqrt(lambda / (2 - lambda));
  return Math.min(WIDTH.most, Math.floor(most * 10) / 10);
}
