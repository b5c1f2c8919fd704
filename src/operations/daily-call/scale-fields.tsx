import { Button, Group, Select, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { BUNK_SCALE_KINDS, type BunkScaleKind, MAX_OWN_SCORES } from '#contract/operations/daily-call.ts';
import { IconButton } from '#src/core/ui/icon-button.tsx';
import { scoreKey, scoreText } from '#src/domain/farm/score-text.ts';
import { PercentStepper } from './percent-stepper.tsx';
import { beginScale, MAX_CHANGE, MIN_OWN_SCORES, renumberRows, type ScaleValues } from './scale-values.ts';

interface ScaleFieldsProps<Values extends ScaleValues> {
  form: UseFormReturnType<Values>;
}

/** The scale of a farm: a given one with its descriptions, or own labels; each score with its change of feed. */
export function ScaleFields<Values extends ScaleValues>({ form }: ScaleFieldsProps<Values>) {
  const { t } = useTranslation(['pages', 'core']);
  const { scale, rows } = form.values;
  const set = (values: Partial<ScaleValues>) => {
    form.setValues(values as Partial<Values>);
    form.clearFieldError('rows');
  };
  const change = (index: number, values: Partial<ScaleValues['rows'][number]>) =>
    set({ rows: rows.map((row, at) => (at === index ? { ...row, ...values } : row)) });
  return (
    <>
      <Select
        label={t('pages:daily_call.scale_of_farm')}
        allowDeselect={false}
        data={BUNK_SCALE_KINDS.map((kind) => ({ value: kind, label: t(`pages:daily_call.scales.${kind}`) }))}
        value={scale}
        onChange={(kind) => kind && kind !== scale && set(beginScale(kind as BunkScaleKind))}
      />
      {rows.map(({ score, percent, label }, index) => {
        const key = scoreKey(scale, score);
        const name = scoreText(score, label);
        return (
          // The place identifies a row of an own scale: its label may change.
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity
          <Group key={`${scale} ${index}`} justify="space-between" wrap="nowrap">
            {key ? (
              <Text>
                <b>{name}</b> {t(key)}
              </Text>
            ) : (
              <TextInput
                aria-label={t('pages:daily_call.label')}
                placeholder={t('pages:daily_call.label')}
                maxLength={40}
                value={label ?? ''}
                error={form.errors[`rows.${index}.label`]}
                onChange={(event) => change(index, { label: event.currentTarget.value })}
              />
            )}
            <Group gap={4} wrap="nowrap">
              <PercentStepper
                label={name}
                value={percent}
                step={0.5}
                least={-MAX_CHANGE}
                most={MAX_CHANGE}
                onChange={(next) => change(index, { percent: next })}
              />
              {scale === 'own' && (
                <IconButton
                  icon={IconTrash}
                  label={t('pages:daily_call.remove_score', { label: name })}
                  disabled={rows.length <= MIN_OWN_SCORES}
                  onClick={() => set({ rows: renumberRows(rows.filter((_, at) => at !== index)) })}
                />
              )}
            </Group>
          </Group>
        );
      })}
      {form.errors.rows && (
        <Text size="sm" c="red" role="alert">
          {form.errors.rows}
        </Text>
      )}
      {scale === 'own' && rows.length < MAX_OWN_SCORES && (
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => set({ rows: renumberRows([...rows, { score: 0, percent: 0, label: '' }]) })}
        >
          {t('pages:daily_call.add_score')}
        </Button>
      )}
    </>
  );
}
