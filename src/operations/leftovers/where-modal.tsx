import { Select, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { addDays } from '#contract/days.ts';
import { LEFTOVER_DAYS, leftovers } from '#contract/operations/leftovers.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { useResourceForm } from '#src/core/resource/use-resource-form.ts';
import { DayInput } from '#src/core/ui/day-input.tsx';
import { DecimalInput } from '#src/core/ui/decimal-input.tsx';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import type { FedGroup, Leftover } from './queries.ts';
import { bodyOf, isGroup, toOf, valuesOf } from './where-values.ts';

interface WhereModalProps {
  farm: number;
  row: Leftover;
  groups: readonly FedGroup[];
  onClose: () => void;
}

/** The destination of a group's leftover: thrown away, sold, or fed to another group. */
export function WhereModal({ farm, row, groups, onClose }: WhereModalProps) {
  const { t } = useTranslation(['pages', 'core']);
  const format = useFormat();
  const getDestinationName = (to: string) =>
    isGroup(to)
      ? (groups.find(({ id }) => String(id) === to)?.name ?? row.to_group_name ?? '')
      : t(`pages:leftovers.${to as 'waste' | 'sold'}`);
  const modal = useResourceForm(leftovers, {
    row,
    valuesOf,
    bodyOf,
    farm,
    labels: {
      to: t('pages:leftovers.where'),
      refed: t('pages:leftovers.refed'),
      refed_on: t('pages:leftovers.refed_on'),
      price: t('pages:leftovers.sold_at'),
    },
    show: (field, value) =>
      field === 'to'
        ? getDestinationName(String(value))
        : field === 'refed_on'
          ? format.value('date', value as string | null)
          : format.value(field === 'price' ? 'price' : 'weight', value as number | null),
  });
  const { form } = modal;
  const { to } = form.values;
  const takers = groups.filter(({ id }) => id !== row.group).map(({ id, name }) => ({ value: String(id), label: name }));
  const known = takers.some(({ value }) => value === to);
  const data = [
    ...(['waste', 'sold'] as const).map((value) => ({ value, label: getDestinationName(value) })),
    {
      group: t('pages:leftovers.fed_to'),
      items: isGroup(to) && !known ? [...takers, { value: to, label: getDestinationName(to) }] : takers,
    },
  ];
  return (
    <FormModal onClose={onClose} title={`${row.group_name}, ${format.value('date', row.date)}`} {...modal}>
      <Select
        label={t('pages:leftovers.where')}
        data={data}
        allowDeselect={false}
        {...form.getInputProps('to')}
        error={form.errors.to ?? form.errors['to.group']}
      />
      {isGroup(to) && (
        <>
          <DecimalInput
            kind="weight"
            label={t('pages:leftovers.refed')}
            description={t('pages:leftovers.refed_all')}
            placeholder={format.value('weight', row.weight)}
            max={row.weight}
            {...form.getInputProps('refed')}
          />
          <DayInput
            label={t('pages:leftovers.refed_on')}
            description={t('pages:leftovers.refed_on_hint')}
            placeholder={format.value('date', row.date)}
            minDate={row.date}
            maxDate={addDays(row.date, LEFTOVER_DAYS)}
            clearable
            {...form.getInputProps('refed_on')}
          />
          <Text size="sm" c="dimmed">
            {row.feeding_day && toOf(row.to) === to
              ? t('pages:leftovers.into', { day: format.value('date', row.feeding_day) })
              : t('pages:leftovers.into_next')}{' '}
            {row.carried && toOf(row.to) === to
              ? t('pages:leftovers.went_along', { cost: format.value('money', row.carried.cost) })
              : t('pages:leftovers.goes_along')}
          </Text>
        </>
      )}
      {to === 'sold' && <DecimalInput kind="price" label={t('pages:leftovers.sold_at')} {...form.getInputProps('price')} />}
    </FormModal>
  );
}
