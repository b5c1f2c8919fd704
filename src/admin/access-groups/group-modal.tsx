import { MultiSelect, NativeSelect, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Permission, permissionsOf } from '#contract/access.ts';
import { ACCESS_PRESETS, type AccessPreset, PRESET_NAMES } from '#contract/access-presets.ts';
import { accessGroups } from '#contract/admin/access-groups.ts';
import { employees } from '#contract/admin/employees.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { useFarms } from '#src/core/layout/use-farms.ts';
import { useResourceForm } from '#src/core/resource/use-resource-form.ts';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import type { AccessGroup } from './columns.ts';
import { filled, grantedCount } from './matrix.ts';
import { PermissionMatrix } from './permission-matrix.tsx';

interface GroupModalProps {
  /** null for a new one. */
  group: AccessGroup | null;
  /** Initial values of a new one. */
  from?: AccessGroup;
  /** Everything that a group can grant. */
  all: readonly Permission[];
  readOnly: boolean;
  onSaved?: (id: number) => void;
  onClose: () => void;
}

/** An access group: name, farms and rights. */
export function GroupModal({ group, from, all, readOnly, onSaved, onClose }: GroupModalProps) {
  const { t } = useTranslation(['admin', 'core']);
  const { modules } = useAccess();
  const farms = useFarms().data ?? [];
  const toValues = (row: AccessGroup | null) => ({
    name: row?.name ?? '',
    farms: (row?.farms ?? []).map(String),
    permissions: filled(all, row?.permissions ?? []),
    version: row?.version,
  });
  const labels = { name: t('admin:groups.name'), farms: t('admin:groups.farms'), permissions: t('admin:groups.permissions') };
  const farmName = (id: string) => farms.find((farm) => String(farm.id) === id)?.name ?? id;
  const modal = useResourceForm(accessGroups, {
    row: group,
    valuesOf: toValues,
    begins: from && { ...toValues(from), name: '', version: undefined },
    bodyOf: (values) => ({ ...values, farms: values.farms.map(Number) }),
    touches: [employees],
    labels,
    show: (field, value) => {
      if (field === 'permissions') return t('admin:groups.items', { number: grantedCount(value as Permission[]) });
      return field === 'farms' ? (value as string[]).map(farmName).join(', ') || t('admin:groups.all_farms') : String(value);
    },
  });
  const { form } = modal;
  const save = async (values: typeof form.values) => {
    const { id } = await modal.save(values);
    onSaved?.(id);
  };
  /** A preset fills the matrix, and names a group without a name. */
  const applyPreset = (preset: AccessPreset | '') => {
    form.setFieldValue('permissions', filled(all, preset ? permissionsOf(ACCESS_PRESETS[preset]) : []));
    const names = PRESET_NAMES.map((one) => t(`admin:groups.presets.${one}`));
    if (preset && ['', ...names].includes(form.values.name)) form.setFieldValue('name', t(`admin:groups.presets.${preset}`));
  };
  const farmsError = Object.entries(form.errors).find(([path]) => path.startsWith('farms'))?.[1];

  return (
    <FormModal
      {...modal}
      save={save}
      size={760}
      onClose={onClose}
      readOnly={readOnly}
      title={group ? group.name : t('admin:groups.create')}
    >
      {!group && !from && <PresetSelect onChoose={applyPreset} />}
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

/** The rights of a usual role, as a start. */
function PresetSelect({ onChoose }: { onChoose: (preset: AccessPreset | '') => void }) {
  const { t } = useTranslation('admin');
  return (
    <NativeSelect
      label={t('admin:groups.preset')}
      defaultValue=""
      data={[
        { value: '', label: t('admin:groups.presets.none') },
        ...PRESET_NAMES.map((value) => ({ value, label: t(`admin:groups.presets.${value}`) })),
      ]}
      onChange={(event) => onChoose(event.currentTarget.value as AccessPreset | '')}
    />
  );
}
