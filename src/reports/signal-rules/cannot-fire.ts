import type { TFunction } from 'i18next';
import type { SignalRule } from '#contract/reports/signal-words.ts';
import { ApiError } from '#src/core/api/api-error.ts';

/** Rules that need something that a farm may not have. */
const NEEDY = [
  'mixer_drift',
  'mixing_time',
  'beyond_tolerance',
  'service_due',
  'nutrient_norm',
  'analysis_age',
] as const satisfies readonly SignalRule[];

/** Text for the refusal of a rule that can never fire on the farm, with the missing record. */
export function inWords(error: unknown, rule: SignalRule, t: TFunction): unknown {
  const needy = NEEDY.find((one) => one === rule);
  if (!(error instanceof ApiError) || !needy || !error.errors.rule) return error;
  const reason = { code: 'cannot_fire', message: t(`pages:signals.cannot_fire.${needy}`) };
  return new ApiError(error.status, { ...error.errors, rule: [reason] }, error.changing);
}
