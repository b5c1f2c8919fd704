import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { todayIn } from '#common/format/clock.ts';
import { ownerLines } from '#contract/operations/owners.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { withoutMissing } from '#src/core/resource/draft.ts';
import { useResourceForm } from '#src/core/resource/use-resource-form.ts';
import { DayInput } from '#src/core/ui/day-input.tsx';
import { DecimalInput } from '#src/core/ui/decimal-input.tsx';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import { IdSelect } from '#src/core/ui/id-select.tsx';
import { useTimezoneOf } from '#src/domain/stock/timezone.ts';
import { useOwnerChoice } from './choices.ts';
import type { OwnerLine } from './columns.ts';

interface LineModalProps {
  /** null for a new one. */
  row: OwnerLine | null;
  farms: readonly { id: number; name: string }[];
  /** The farm of a new line. */
  farm: number | null;
  onClose: () => void;
}

/** Edits a line of an owner's statement. */
export function LineModal({ row, farms, farm, onClose }: LineModalProps) {
  const { t } = useTranslation(['owners', 'core']);
  const format = useFormat();
  const today = todayIn(useTimezoneOf(farm));
  const { rows: owners } = useOwnerChoice(row);
  const labels = {
    farm: t('owners:farm'),
    owner: t('owners:owner'),
    day: t('owners:day'),
    text: t('owners:text'),
    amount: t('owners:amount'),
  };
  const modal = useResourceForm(ownerLines, {
    row,
    begins: { farm, day: today },
    bodyOf: withoutMissing,
    touches: [{ id: 'history' }],
    labels,
    show(field, value) {
      if (field === 'farm') return farms.find(({ id }) => id === value)?.name ?? '–';
      if (field === 'owner') return owners?.find(({ id }) => id === value)?.name ?? '–';
      const kinds = { day: 'date', text: 'text', amount: 'money' } as const;
      return format.value(kinds[field as keyof typeof kinds], value as string | number | null);
    },
  });
  const { form } = modal;
  return (
    <FormModal {...modal} onClose={onClose} title={row ? `${row.owner_name}, ${row.text}` : t('owners:lines.create')}>
      {farms.length > 1 && <IdSelect label={labels.farm} rows={farms} {...form.getInputProps('farm')} />}
      <IdSelect label={labels.owner} rows={owners} {...form.getInputProps('owner')} />
      <DayInput label={labels.day} {...form.getInputProps('day')} />
      <TextInput label={labels.text} placeholder={t('owners:lines.text_hint')} maxLength={300} {...form.getInputProps('text')} />
      <DecimalInput
        kind="ratio"
        unit={format.unitValues.currency}
        label={labels.amount}
        title={t('owners:lines.amount_hint')}
        {...form.getInputProps('amount')}
      />
    </FormModal>
  );
}
