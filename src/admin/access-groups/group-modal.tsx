import { MultiSelect, NativeSelect, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { type Permission, permissionsOf } from '#contract/access.ts';
import { ACCESS_PRESETS, type AccessPreset, PRESET_NAMES } from '#contract/access-presets.ts';
import { accessGroups } from '#contract/admin/access-groups.ts';
import { employees } from '#contract/admin/employees.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { api } from '#src/core/api/api.ts';
import { useFarms } from '#src/core/layout/use-farms.ts';
import { useSave } from '#src/core/resource/queries.ts';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import type { AccessGroup } from './columns.ts';
import { filled, grantedCount } from './matrix.ts';
import { PermissionMatrix } from './permission-matrix.tsx';

interface GroupModalProps {
  /** null = a new one. */
  group: AccessGroup | null;
  /** What a new one begins with. */
  from?: AccessGroup;
  /** Everything that a group can grant. */
  all: readonly Permission[];
  readOnly: boolean;
  onClose: () => void;
}

/** An access group: its name, its farms and what it grants. */
export function GroupModal({ group, from, all, readOnly, onClose }: GroupModalProps) {
  const { t } = useTranslation(['admin', 'core']);
  const { modules } = useAccess();
  const farms = useFarms().data ?? [];
  const save = useSave(accessGroups, { touches: [employees] });
  const valuesOf = (row: AccessGroup | null) => ({
    name: row?.name ?? '',
    farms: (row?.farms ?? []).map(String),
    permissions: filled(all, row?.permissions ?? []),
    version: row?.version,
  });
  const form = useForm({ initialValues: from ? { ...valuesOf(from), name: '', version: undefined } : valuesOf(group) });
  const labels = { name: t('admin:groups.name'), farms: t('admin:groups.farms'), permissions: t('admin:groups.permissions') };
  const farmName = (id: string) => farms.find((farm) => String(farm.id) === id)?.name ?? id;
  /** A preset fills the matrix, and names a group that has no name yet. */
  const begin = (preset: AccessPreset | '') => {
    form.setFieldValue('permissions', filled(all, preset ? permissionsOf(ACCESS_PRESETS[preset]) : []));
    const names = PRESET_NAMES.map((one) => t(`admin:groups.presets.${one}`));
    if (preset && ['', ...names].includes(form.values.name)) form.setFieldValue('name', t(`admin:groups.presets.${preset}`));
  };
  const farmsError = Object.entries(form.errors).find(([path]) => path.startsWith('farms'))?.[1];

  return (
    <FormModal
      opened
      size={760}
      onClose={onClose}
      form={form}
      readOnly={readOnly}
      title={group ? group.name : t('admin:groups.create')}
      save={(values) => save.mutateAsync({ id: group?.id, values: { ...values, farms: values.farms.map(Number) } })}
      conflict={
        group
          ? {
              labels,
              load: async () => valuesOf((await api.get<AccessGroup>(`${accessGroups.path}/${group.id}/`)).data),
              show: (field, value) => {
                if (field === 'permissions') return t('admin:groups.items', { number: grantedCount(value as Permission[]) });
                return field === 'farms' ? (value as string[]).map(farmName).join(', ') || t('admin:groups.all_farms') : String(value);
              },
            }
          : undefined
      }
    >
      {!group && !from && (
        <NativeSelect
          label={t('admin:groups.preset')}
          defaultValue=""
          data={[
            { value: '', label: t('admin:groups.presets.none') },
            ...PRESET_NAMES.map((value) => ({ value, label: t(`admin:groups.presets.${value}`) })),
          ]}
          onChange={(event) => begin(event.currentTarget.value as AccessPreset | '')}
        />
      )}
      <TextInput
        label={labels.name}
        placeholder={t('admin:groups.name_hint')}
        maxLength={300}
        readOnly={readOnly}
        {...form.getInputProps('name')}
      />
      <MultiSelect
        label={labels.farms}
        description={t('admin:groups.farms_hint')}
        placeholder={form.values.farms.length === 0 ? t('admin:groups.all_farms') : undefined}
        data={farms.map(({ id, name }) => ({ value: String(id), label: name }))}
        readOnly={readOnly}
        clearable={!readOnly}
        searchable
        nothingFoundMessage={t('core:list.nothing')}
        clearButtonProps={{ 'aria-label': t('core:actions.reset') }}
        {...form.getInputProps('farms')}
        error={farmsError}
      />
      <Text size="xs" c="dimmed">
        {t('admin:groups.permissions_hint')}
      </Text>
      <PermissionMatrix
        permissions={form.values.permissions}
        modules={modules}
        readOnly={readOnly}
        onChange={(permissions) => form.setFieldValue('permissions', permissions)}
      />
    </FormModal>
  );
}
