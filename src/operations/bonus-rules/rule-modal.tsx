import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { stepText } from '#common/format/bonus-step-text.ts';
import { bonusRules } from '#contract/operations/bonus-rules.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { useResourceForm } from '#src/core/resource/use-resource-form.ts';
import { DecimalInput } from '#src/core/ui/decimal-input.tsx';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import { IdSelect } from '#src/core/ui/id-select.tsx';
import type { BonusRule } from './columns.ts';
import { StepsField } from './steps-field.tsx';
import { type RuleValues, ruleBody, ruleValues } from './values.ts';

interface RuleModalProps {
  /** null for a new one. */
  rule: BonusRule | null;
  farms: readonly { id: number; name: string }[];
  /** Farm of a new rule. */
  farm: number | null;
  onClose: () => void;
}

/** Edits a rule's base and steps. */
export function RuleModal({ rule, farms, farm, onClose }: RuleModalProps) {
  const { t } = useTranslation(['pages', 'reports', 'core']);
  const format = useFormat();
  const labels = {
    farm: t('pages:bonus_rules.farm'),
    name: t('pages:bonus_rules.name'),
    base: t('pages:bonus_rules.base'),
    steps: t('pages:bonus_rules.steps'),
  };
  const modal = useResourceForm<typeof bonusRules, RuleValues>(bonusRules, {
    row: rule,
    valuesOf: (row) => ruleValues(row, farm),
    bodyOf: ruleBody,
    touches: [{ id: 'history' }],
    labels,
    show: (field, value) => {
      if (field === 'farm') return farms.find(({ id }) => id === value)?.name ?? '–';
      if (field === 'steps') {
        return (value as RuleValues['steps'])
          .map(({ measure, from, factor }) => stepText(t, format, { measure, from: from ?? 0, factor: factor ?? 1 }))
          .join('; ');
      }
      return field === 'base' ? format.value('money', value as number | null) : String(value ?? '–');
    },
  });
  const { form } = modal;
  return (
    <FormModal {...modal} size="xl" onClose={onClose} title={rule ? rule.name : t('pages:bonus_rules.create')}>
      <IdSelect label={labels.farm} rows={farms} readOnly={rule !== null} {...form.getInputProps('farm')} />
      <TextInput label={labels.name} placeholder={t('pages:bonus_rules.name_hint')} maxLength={300} {...form.getInputProps('name')} />
      <DecimalInput kind="ratio" unit={format.unitValues.currency} label={labels.base} {...form.getInputProps('base')} />
      <StepsField
        value={form.values.steps}
        errorOf={(path) => form.errors[path] as string | undefined}
        onChange={(next) => form.setFieldValue('steps', next)}
      />
    </FormModal>
  );
}
