import { SimpleGrid } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { todayIn } from '#common/format/clock.ts';
import { groupOwners, MAX_MARKUP } from '#contract/operations/owners.ts';
import { useCurrentFarm } from '#src/core/format/farm-context.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { CreatableSelect } from '#src/core/resource/creatable-select.tsx';
import type { Draft } from '#src/core/resource/draft.ts';
import { useResourceForm } from '#src/core/resource/use-resource-form.ts';
import { DayInput } from '#src/core/ui/day-input.tsx';
import { DecimalInput } from '#src/core/ui/decimal-input.tsx';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import { IdSelect } from '#src/core/ui/id-select.tsx';
import { useTimezoneOf } from '#src/domain/stock/timezone.ts';
import { useLiteGroups, useOwnerChoice } from './choices.ts';
import type { GroupOwner } from './columns.ts';

interface OwnerModalProps {
  /** null for a new one. */
  row: GroupOwner | null;
  /** The farm whose groups are offered; all farms without it. */
  farm: number | undefined;
  onClose: () => void;
}

/** The request body: animals of the farm itself have no terms. */
const toBody = ({ group, markup, yardage, ...values }: Draft<typeof groupOwners>) => ({
  ...values,
  group: group ?? undefined,
  markup: values.owner === null ? 0 : (markup ?? undefined),
  yardage: values.owner === null ? 0 : (yardage ?? undefined),
});

/** Edits the owner of a group from a day on, and the terms of the statement. */
export function OwnerModal({ row, farm, onClose }: OwnerModalProps) {
  const { t } = useTranslation(['owners', 'core']);
  const format = useFormat();
  const current = useCurrentFarm();
  const today = todayIn(useTimezoneOf(farm ?? current?.id ?? null));
  const groups = useLiteGroups(farm);
  const owners = useOwnerChoice(row);
  const labels = {
    group: t('owners:group'),
    owner: t('owners:owner'),
    from: t('owners:from'),
    markup: t('owners:markup'),
    yardage: t('owners:yardage'),
  };
  const modal = useResourceForm(groupOwners, {
    row,
    begins: { from: today },
    bodyOf: toBody,
    touches: [{ id: 'history' }],
    labels,
    show(field, value) {
      if (field === 'group') return groups?.find(({ id }) => id === value)?.name ?? '–';
      if (field === 'owner') return owners.rows?.find(({ id }) => id === value)?.name ?? '–';
      const kinds = { from: 'date', markup: 'percent', yardage: 'money' } as const;
      return format.value(kinds[field as keyof typeof kinds], value as string | number | null);
    },
  });
  const { form } = modal;
  return (
    <FormModal {...modal} onClose={onClose} title={row ? `${row.group_name}, ${format.value('date', row.from)}` : t('owners:create')}>
      <IdSelect label={labels.group} rows={groups} {...form.getInputProps('group')} />
      <CreatableSelect
        clearable
        label={labels.owner}
        placeholder={t('owners:own')}
        rows={owners.rows}
        onCreate={owners.onCreate}
        {...form.getInputProps('owner')}
      />
      <DayInput label={labels.from} {...form.getInputProps('from')} />
      <SimpleGrid cols={2}>
        <DecimalInput kind="percent" max={MAX_MARKUP} label={labels.markup} {...form.getInputProps('markup')} />
        <DecimalInput
          kind="ratio"
          unit={format.unitValues.currency}
          label={labels.yardage}
          title={t('owners:yardage_hint')}
          {...form.getInputProps('yardage')}
        />
      </SimpleGrid>
    </FormModal>
  );
}
