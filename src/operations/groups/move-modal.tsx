import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { todayIn } from '#common/format/clock.ts';
import { groups } from '#contract/operations/groups.ts';
import { api } from '#src/core/api/api.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { refresh, useList } from '#src/core/resource/queries.ts';
import { DayInput } from '#src/core/ui/day-input.tsx';
import { DecimalInput } from '#src/core/ui/decimal-input.tsx';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import { IdSelect } from '#src/core/ui/id-select.tsx';
import { toast } from '#src/core/ui/toast.ts';
import { useTimezoneOf } from '#src/domain/stock/timezone.ts';
import type { AnimalGroup } from './columns.ts';
import { HEADS_VIEWS } from './heads-field.tsx';

interface MoveModalProps {
  farm: number;
  /** The group that the animals leave. */
  group: AnimalGroup;
  onClose: () => void;
}

/** Animals go from one group to another, from a day on. */
export function MoveModal({ farm, group, onClose }: MoveModalProps) {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const format = useFormat();
  const today = todayIn(useTimezoneOf(farm));
  const { data } = useList(groups, { page_size: 1000, ordering: 'name' }, { farm });
  const others = data?.rows.filter(({ id }) => id !== group.id);
  const form = useForm({ initialValues: { heads: null as number | null, to: null as number | null, day: today } });

  const save = async ({ heads, to, day }: typeof form.values) => {
    await api.post(`${groups.path}/heads/move/`, { body: { from: group.id, to: to ?? undefined, heads: heads ?? undefined, day }, farm });
    const name = others?.find(({ id }) => id === to)?.name ?? '';
    toast.success(t('pages:groups.moved', { heads: format.value('count', heads), from: group.name, to: name }));
    await refresh(...HEADS_VIEWS);
  };

  return (
    <FormModal
      onClose={onClose}
      form={form}
      title={`${t('pages:groups.move')}: ${group.name}`}
      submitLabel={t('pages:groups.move_submit')}
      save={save}
    >
      <DecimalInput
        kind="count"
        max={1_000_000}
        label={t('pages:groups.move_heads')}
        description={t('pages:groups.move_of', { heads: format.value('count', group.animal_count) })}
        {...form.getInputProps('heads')}
      />
      <IdSelect
        label={t('pages:groups.move_to')}
        rows={others}
        searchable
        value={form.values.to}
        onChange={(to) => form.setFieldValue('to', to)}
        error={form.errors.to}
      />
      <DayInput
        label={t('pages:groups.move_day')}
        description={t('pages:groups.move_day_hint')}
        maxDate={today}
        {...form.getInputProps('day')}
      />
    </FormModal>
  );
}
