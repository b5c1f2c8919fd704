import type { BonusMeasure } from '#contract/operations/bonus-measures.ts';
import { newId } from '#src/core/api/new-id.ts';
import type { BonusRule } from './columns.ts';

/** A step while it is typed; `key` identifies it. */
export interface StepValues {
  key: string;
  measure: BonusMeasure;
  from: number | null;
  factor: number | null;
}

export const newStep = (): StepValues => ({ key: newId(), measure: 'bullseye', from: null, factor: null });

export const ruleValues = (rule: BonusRule | null, farm: number | null) => ({
  farm: rule?.farm ?? farm,
  name: rule?.name ?? '',
  base: (rule?.base ?? null) as number | null,
  steps: rule ? rule.steps.map((step): StepValues => ({ key: newId(), ...step })) : [newStep()],
  version: rule?.version,
});
export type RuleValues = ReturnType<typeof ruleValues>;

/** Empty values are left out, so that the server reports them as required. */
export const ruleBody = ({ farm, base, steps, ...values }: RuleValues) => ({
  ...values,
  farm: farm ?? undefined,
  base: base ?? undefined,
  steps: steps.map(({ measure, from, factor }) => ({ measure, from: from ?? undefined, factor: factor ?? undefined })),
});
