import { Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { BUNK_SCORES, type BunkScore, callRules } from '#contract/operations/daily-call.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { useResourceForm } from '#src/core/resource/use-resource-form.ts';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import { scoreKey, scoreText } from '#src/domain/farm/score-text.ts';
import { PercentStepper } from './percent-stepper.tsx';
import type { CallRule } from './queries.ts';

interface RulesModalProps {
  farm: number;
  rules: CallRule | null;
  onClose: () => void;
}

const MOST = 50;
/** What a farm begins with: more only after a clean bunk, less the more is left. */
const FIRST: Record<BunkScore, number> = { 0: 5, 0.5: 0, 1: -2, 2: -5, 3: -10, 4: -20 };

/** By how much the feed changes after each score. */
export function RulesModal({ farm, rules, onClose }: RulesModalProps) {
  const { t } = useTranslation(['pages', 'core']);
  const format = useFormat();
  const modal = useResourceForm(callRules, {
    row: rules,
    valuesOf: (row) => ({
      farm,
      max_percent: row?.max_percent ?? 10,
      rows: BUNK_SCORES.map((score) => ({
        score,
        percent: row ? (row.rows.find((one) => one.score === score)?.percent ?? 0) : FIRST[score],
      })),
      ...(row ? { version: row.version } : {}),
    }),
    farm,
    labels: { rows: t('pages:daily_call.rules'), max_percent: t('pages:daily_call.most') },
    show: (field, value) =>
      field === 'max_percent'
        ? format.percent(value as number)
        : (value as CallRule['rows'])
            .map(({ score, percent }) => `${scoreText(score)}: ${format.percent(percent, { plus: true })}`)
            .join(', '),
  });
  const { form } = modal;
  const { rows, max_percent } = form.values;
  return (
    <FormModal onClose={onClose} title={t('pages:daily_call.rules')} {...modal}>
      <Text size="sm" c="dimmed">
        {t('pages:daily_call.rules_hint')}
      </Text>
      {rows.map(({ score, percent }, index) => (
        <Group key={score} justify="space-between" wrap="nowrap">
          <Text>
            <b>{scoreText(score)}</b> {t(scoreKey(score))}
          </Text>
          <PercentStepper
            label={scoreText(score)}
            value={percent}
            step={0.5}
            least={-MOST}
            most={MOST}
            onChange={(next) => form.setFieldValue(`rows.${index}.percent`, next)}
          />
        </Group>
      ))}
      <Group justify="space-between" wrap="nowrap">
        <Text>{t('pages:daily_call.most')}</Text>
        <PercentStepper
          label={t('pages:daily_call.most')}
          value={max_percent}
          step={0.5}
          least={0}
          most={MOST}
          plain
          onChange={(next) => form.setFieldValue('max_percent', next)}
        />
      </Group>
    </FormModal>
  );
}
