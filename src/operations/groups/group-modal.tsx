import { Anchor, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { animalTypes } from '../../../contract/operations/animal-types.ts';
import { groups } from '../../../contract/operations/groups.ts';
import { api } from '../../core/api/api.ts';
import { useAppPath } from '../../core/api/place.ts';
import { useList, useSave } from '../../core/resource/queries.ts';
import { DecimalInput } from '../../core/ui/decimal-input.tsx';
import { FormModal } from '../../core/ui/form-modal.tsx';
import { IdSelect } from '../shared/id-select.tsx';
import type { AnimalGroup } from './columns.ts';

const valuesOf = (group: AnimalGroup | null, farm: number) => ({
  farm,
  name: group?.name ?? '',
  animal_type: group?.animal_type ?? (null as number | null),
  animal_count: (group?.animal_count ?? 0) as number | null,
  version: group?.version,
});

interface GroupModalProps {
  farm: number;
  /** null = a new one. */
  group: AnimalGroup | null;
  onClose: () => void;
}

/** A group's name, kind and head count. */
export function GroupModal({ farm, group, onClose }: GroupModalProps) {
  const { t } = useTranslation(['operations', 'core']);
  const path = useAppPath();
  const form = useForm({ initialValues: valuesOf(group, farm) });
  const types = useList(animalTypes, { page_size: 1000, ordering: 'name' });
  const rows = types.data?.rows ?? [];
  const save = useSave(groups, { farm, touches: [{ id: 'farms' }, { id: 'schedules' }, { id: 'history' }] });
  const labels = {
    name: t('operations:groups.name'),
    animal_type: t('operations:groups.animal_type'),
    animal_count: t('operations:groups.heads'),
  };
  const typeName = (id: unknown) => rows.find((type) => type.id === id)?.name ?? '–';
  return (
    <FormModal
      opened
      onClose={onClose}
      form={form}
      title={group ? group.name : t('operations:groups.create')}
      save={(values) => save.mutateAsync({ id: group?.id, values })}
      conflict={
        group
          ? {
              labels,
              load: async () => valuesOf((await api.get<AnimalGroup>(`${groups.path}/${group.id}/`, { farm })).data, farm),
              show: (field, value) => (field === 'animal_type' ? typeName(value) : String(value ?? '–')),
            }
          : undefined
      }
    >
      <TextInput label={labels.name} placeholder={t('operations:groups.name_hint')} maxLength={300} {...form.getInputProps('name')} />
      <IdSelect
        label={labels.animal_type}
        rows={rows}
        placeholder={t('operations:groups.choose_type')}
        description={
          types.data?.count === 0 && (
            <Anchor component={Link} to={path('admin/animal-types')} size="xs">
              {t('operations:groups.no_types')}
            </Anchor>
          )
        }
        {...form.getInputProps('animal_type')}
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
