import { Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type BunkScaleKind, callRules } from '#contract/operations/daily-call.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { useResourceForm } from '#src/core/resource/use-resource-form.ts';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import { scoreText } from '#src/domain/farm/score-text.ts';
import { PercentStepper } from './percent-stepper.tsx';
import type { CallRule } from './queries.ts';
import { ScaleFields } from './scale-fields.tsx';
import { hasNeutralScore, isStored, MAX_CHANGE, scaleValues } from './scale-values.ts';

interface RulesModalProps {
  farm: number;
  rules: CallRule | null;
  onClose: () => void;
}

/** Edits the farm's scale, and by how much the feed changes after each score. */
export function RulesModal({ farm, rules, onClose }: RulesModalProps) {
  const { t } = useTranslation(['pages', 'core']);
  const format = useFormat();
  const modal = useResourceForm(callRules, {
    row: rules,
    valuesOf: (row) => ({
      farm,
      max_percent: row?.max_percent ?? 10,
      ...scaleValues(row),
      ...(row ? { version: row.version } : {}),
    }),
    farm,
    validate: (values) => (hasNeutralScore(values) || isStored(values, rules) ? {} : { rows: t('pages:daily_call.no_neutral') }),
    labels: { scale: t('pages:daily_call.scale_of_farm'), rows: t('pages:daily_call.rules'), max_percent: t('pages:daily_call.most') },
    show: (field, value) =>
      field === 'max_percent'
        ? format.percent(value as number)
        : field === 'scale'
          ? t(`pages:daily_call.scales.${value as BunkScaleKind}`)
          : (value as CallRule['rows'])
              .map(({ score, percent, label }) => `${scoreText(score, label)}: ${format.percent(percent, { plus: true })}`)
              .join(', '),
  });
  const { form } = modal;
  const { max_percent } = form.values;
  return (
    <FormModal onClose={onClose} title={t('pages:daily_call.rules')} {...modal}>
      <Text size="sm" c="dimmed">
        {t('pages:daily_call.rules_hint')}
      </Text>
      <ScaleFields form={form} />
      <Group justify="space-between" wrap="nowrap">
        <Text>{t('pages:daily_call.most')}</Text>
        <PercentStepper
          label={t('pages:daily_call.most')}
          value={max_percent}
          step={0.5}
          least={0}
          most={MAX_CHANGE}
          plain
          onChange={(next) => form.setFieldValue('max_percent', next)}
        />
      </Group>
    </FormModal>
  );
}
