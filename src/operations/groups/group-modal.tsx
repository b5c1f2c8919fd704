import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { animalTypes } from '#contract/operations/animal-types.ts';
import { groups } from '#contract/operations/groups.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { api } from '#src/core/api/api.ts';
import { CreatableSelect } from '#src/core/resource/creatable-select.tsx';
import { refresh, useList } from '#src/core/resource/queries.ts';
import { useResourceForm } from '#src/core/resource/use-resource-form.ts';
import { DecimalInput } from '#src/core/ui/decimal-input.tsx';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import type { AnimalGroup } from './columns.ts';

interface GroupModalProps {
  farm: number;
  /** null = a new one. */
  group: AnimalGroup | null;
  onClose: () => void;
}

/** A group's name, kind and head count. */
export function GroupModal({ farm, group, onClose }: GroupModalProps) {
  const { t } = useTranslation(['operations', 'core']);
  const { can } = useAccess();
  const types = useList(animalTypes, { page_size: 1000, ordering: 'name' });
  const rows = types.data?.rows ?? [];
  const labels = {
    name: t('operations:groups.name'),
    animal_type: t('operations:groups.animal_type'),
    animal_count: t('operations:groups.heads'),
  };
  const mayCreate = can('animaltype', 'add');
  const createType = async (name: string) => {
    const { data } = await api.post<{ id: number }>(`${animalTypes.path}/`, { body: { name } });
    await refresh(animalTypes);
    return String(data.id);
  };
  const typeName = (id: unknown) => rows.find((type) => type.id === id)?.name ?? '–';
  const modal = useResourceForm(groups, {
    row: group,
    begins: { farm },
    farm,
    touches: [{ id: 'farms' }, { id: 'schedules' }, { id: 'history' }],
    labels,
    show: (field, value) => (field === 'animal_type' ? typeName(value) : String(value ?? '–')),
  });
  const { form } = modal;
  return (
    <FormModal {...modal} opened onClose={onClose} title={group ? group.name : t('operations:groups.create')}>
      <TextInput label={labels.name} placeholder={t('operations:groups.name_hint')} maxLength={300} {...form.getInputProps('name')} />
      <CreatableSelect
        label={labels.animal_type}
        placeholder={t(mayCreate ? 'operations:groups.type_hint' : 'operations:groups.choose_type')}
        options={rows.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={form.values.animal_type === null ? null : String(form.values.animal_type)}
        onChange={(id) => form.setFieldValue('animal_type', id === null ? null : Number(id))}
        onCreate={mayCreate ? createType : undefined}
        error={form.errors.animal_type}
      />
      <DecimalInput
        kind="count"
        max={1_000_000}
        label={labels.animal_count}
        description={group && t('operations:groups.heads_hint')}
        {...form.getInputProps('animal_count')}
      />
    </FormModal>
  );
}
