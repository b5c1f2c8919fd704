import { Button, Select, Switch } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accessGroups } from '#contract/admin/access-groups.ts';
import { employees } from '#contract/admin/employees.ts';
import type { Language } from '#contract/kinds.ts';
import { NewGroup } from '#src/admin/access-groups/new-group.tsx';
import { FirstPassword } from '#src/admin/people/first-password.tsx';
import { missingEmail, nameOf, personOf } from '#src/admin/people/person.ts';
import { PersonFields } from '#src/admin/people/person-fields.tsx';
import { useAccess } from '#src/core/access/use-access.ts';
import { LANGUAGE_NAMES } from '#src/core/i18n/languages.ts';
import { useLanguage } from '#src/core/i18n/use-language.ts';
import { useList } from '#src/core/resource/queries.ts';
import { useResourceForm } from '#src/core/resource/use-resource-form.ts';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import { checkNewPassword } from '#src/core/ui/new-password.ts';
import type { Employee } from './columns.tsx';

const toValues = (employee: Employee | null, language: Language) => ({
  ...personOf(employee, language),
  group: employee?.group ? String(employee.group) : null,
  password: '',
  /** The person sets the password by a link. */
  invite: true,
});

interface EmployeeModalProps {
  /** null for a new one. */
  employee: Employee | null;
  onInvite: (employee: Employee) => void;
  onClose: () => void;
}

/** An employee's person, access group and, for a new one, an invitation or a password. */
export function EmployeeModal({ employee, onInvite, onClose }: EmployeeModalProps) {
  const { t } = useTranslation(['admin', 'core']);
  const language = useLanguage();
  const { can } = useAccess();
  const [naming, setNaming] = useState(false);
  const mayInvite = can('employee', 'change');
  const groups = useList(accessGroups, { page_size: 1000, ordering: 'name' });
  const options = (groups.data?.rows ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  const labels = {
    first_name: t('core:fields.first_name'),
    last_name: t('core:fields.last_name'),
    email: t('core:fields.email'),
    phone: t('core:fields.phone'),
    language: t('admin:person.language'),
    about: t('admin:person.about'),
    group: t('admin:employees.group'),
    locked: t('admin:person.locked'),
  };
  const show = (field: string, value: unknown) => {
    if (field === 'group') return options.find((option) => option.value === value)?.label ?? '–';
    if (field === 'language') return LANGUAGE_NAMES[value as Language];
    return typeof value === 'boolean' ? t(value ? 'core:yes' : 'core:no') : String(value || '–');
  };
  const modal = useResourceForm(employees, {
    row: employee,
    valuesOf: (row) => ({ ...toValues(row, language), invite: mayInvite }),
    bodyOf: ({ password, invite, group, ...values }) => ({
      ...values,
      group: group === null ? null : Number(group),
      ...(employee || invite ? {} : { password }),
    }),
    validate: ({ email, password, invite }) => {
      const { new_password } = employee || invite ? {} : checkNewPassword(t, password, password);
      return { ...missingEmail(t, email), ...(new_password ? { password: new_password } : {}) };
    },
    createPath: `${employees.path}/create`,
    labels,
    show,
  });
  const { form } = modal;
  const save = async (values: typeof form.values) => {
    const saved = await modal.save(values);
    if (!employee && values.invite) onInvite(saved);
  };

  return (
    <>
      <FormModal {...modal} save={save} size="lg" onClose={onClose} title={employee ? nameOf(employee) : t('admin:employees.create')}>
        <PersonFields form={form} />
        <Select
          label={labels.group}
          description={t('admin:employees.group_hint')}
          placeholder={t('admin:employees.no_group')}
          data={options}
          allowDeselect={false}
          clearable
          clearButtonProps={{ 'aria-label': t('core:actions.reset') }}
          searchable={options.length > 8}
          nothingFoundMessage={t('core:list.nothing')}
          {...form.getInputProps('group')}
        />
        {can('access_group', 'add') && (
          <Button variant="subtle" size="compact-sm" w="fit-content" onClick={() => setNaming(true)}>
            {t('admin:groups.create')}
          </Button>
        )}
        {!employee && <FirstPassword form={form} mayInvite={mayInvite} />}
        {employee && (
          <Switch
            label={t('admin:person.lock')}
            description={t('admin:lock.text')}
            {...form.getInputProps('locked', { type: 'checkbox' })}
          />
        )}
      </FormModal>
      {naming && <NewGroup onSaved={(id) => form.setFieldValue('group', String(id))} onClose={() => setNaming(false)} />}
    </>
  );
}
