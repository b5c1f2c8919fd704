import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { todayIn } from '#common/format/clock.ts';
import { animalTypes } from '#contract/operations/animal-types.ts';
import { groups } from '#contract/operations/groups.ts';
import { programmes } from '#contract/operations/programmes.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { addNamed } from '#src/core/resource/add-named.ts';
import { CreatableSelect } from '#src/core/resource/creatable-select.tsx';
import { useList } from '#src/core/resource/queries.ts';
import { useResourceForm } from '#src/core/resource/use-resource-form.ts';
import { DayInput } from '#src/core/ui/day-input.tsx';
import { DecimalInput } from '#src/core/ui/decimal-input.tsx';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import { IdSelect } from '#src/core/ui/id-select.tsx';
import { NewTypeSince } from '#src/domain/farm/new-type-since.tsx';
import { useTimezoneOf } from '#src/domain/stock/timezone.ts';
import { type AnimalGroup, standingOf } from './columns.ts';

interface GroupModalProps {
  farm: number;
  /** null = a new one. */
  group: AnimalGroup | null;
  /** Values that a new one begins with. */
  begins?: { name: string };
  onClose: () => void;
}

/** A group's name, kind and head count, and its programme if the farm has any. */
export function GroupModal({ farm, group, begins, onClose }: GroupModalProps) {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const format = useFormat();
  const today = todayIn(useTimezoneOf(farm));
  const { can } = useAccess();
  const types = useList(animalTypes, { page_size: 1000, ordering: 'name' });
  const rows = types.data?.rows ?? [];
  const labels = {
    name: t('operations:groups.name'),
    animal_type: t('operations:groups.animal_type'),
    animal_type_since: t('operations:new_type.open_months'),
    animal_count: t('operations:groups.heads'),
    programme: t('operations:groups.programme'),
    started_on: t('operations:groups.started_on'),
  };
  const known = useList(programmes, { page_size: 1000, ordering: 'name' }, { farm, enabled: can('ration', 'view') });
  const choices = known.data?.rows ?? [];
  const mayCreate = can('animaltype', 'add');
  const typeName = (id: unknown) => rows.find((type) => type.id === id)?.name ?? '–';
  const modal = useResourceForm(groups, {
    row: group,
    begins: { farm, ...begins },
    farm,
    touches: [{ id: 'farms' }, { id: 'schedules' }, { id: 'history' }],
    labels,
    show: (field, value) => {
      if (field === 'animal_type') return typeName(value);
      if (field === 'programme') return choices.find(({ id }) => id === value)?.name ?? '–';
      return field === 'started_on' ? format.value('date', value as string | null) : String(value ?? '–');
    },
  });
  const { form } = modal;
  const { programme, started_on } = form.values;
  const programme_name = choices.find(({ id }) => id === programme)?.name ?? null;
  const standing = group && programme_name ? standingOf(t, format, { ...group, programme_name, started_on }, today) : undefined;
  return (
    <FormModal {...modal} onClose={onClose} title={group ? group.name : t('operations:groups.create')}>
      <TextInput label={labels.name} placeholder={t('operations:groups.name_hint')} maxLength={300} {...form.getInputProps('name')} />
      <CreatableSelect
        label={labels.animal_type}
        placeholder={t(mayCreate ? 'operations:groups.type_hint' : 'operations:groups.choose_type')}
        rows={rows}
        onCreate={mayCreate ? addNamed(animalTypes) : undefined}
        {...form.getInputProps('animal_type')}
      />
      {group && form.values.animal_type !== group.animal_type && (
        <NewTypeSince value={form.values.animal_type_since} onChange={(since) => form.setFieldValue('animal_type_since', since)} />
      )}
      <DecimalInput
        kind="count"
        max={1_000_000}
        label={labels.animal_count}
        description={group && t('operations:groups.heads_hint')}
        {...form.getInputProps('animal_count')}
      />
      {choices.length > 0 && (
        <IdSelect
          rows={choices}
          clearable
          label={labels.programme}
          placeholder={t('pages:groups.no_programme')}
          description={standing}
          value={programme}
          error={form.errors.programme}
          onChange={(id) => form.setValues({ programme: id, started_on: id === null ? null : (started_on ?? today) })}
        />
      )}
      {programme !== null && <DayInput label={labels.started_on} {...form.getInputProps('started_on')} />}
    </FormModal>
  );
}
