import { Select, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { accessGroups } from '#contract/admin/access-groups.ts';
import { employees } from '#contract/admin/employees.ts';
import type { Language } from '#contract/kinds.ts';
import { PasswordField } from '#src/admin/people/password-field.tsx';
import { missingEmail, nameOf, personOf } from '#src/admin/people/person.ts';
import { PersonFields } from '#src/admin/people/person-fields.tsx';
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
});

interface EmployeeModalProps {
  /** null for a new one. */
  employee: Employee | null;
  onClose: () => void;
}

/** An employee's person, access group and, for a new one, password. */
export function EmployeeModal({ employee, onClose }: EmployeeModalProps) {
  const { t } = useTranslation(['admin', 'core']);
  const language = useLanguage();
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
    valuesOf: (row) => toValues(row, language),
    bodyOf: ({ password, group, ...values }) => ({
      ...values,
      group: group === null ? null : Number(group),
      ...(employee ? {} : { password }),
    }),
    validate: ({ email, password }) => {
      const { new_password } = employee ? {} : checkNewPassword(t, password, password);
      return { ...missingEmail(t, email), ...(new_password ? { password: new_password } : {}) };
    },
    createPath: `${employees.path}/create`,
    labels,
    show,
  });
  const { form } = modal;

  return (
    <FormModal {...modal} size="lg" onClose={onClose} title={employee ? nameOf(employee) : t('admin:employees.create')}>
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
      {!employee && <PasswordField {...form.getInputProps('password')} />}
      {employee && (
        <Switch label={t('admin:person.lock')} description={t('admin:lock.text')} {...form.getInputProps('locked', { type: 'checkbox' })} />
      )}
    </FormModal>
  );
}
