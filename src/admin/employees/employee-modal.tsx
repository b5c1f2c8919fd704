import { Select, Switch } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { accessGroups } from '#contract/admin/access-groups.ts';
import { employees } from '#contract/admin/employees.ts';
import type { Language } from '#contract/kinds.ts';
import { PasswordField } from '#src/admin/people/password-field.tsx';
import { missingEmail, nameOf, personOf } from '#src/admin/people/person.ts';
import { PersonFields } from '#src/admin/people/person-fields.tsx';
import { api } from '#src/core/api/api.ts';
import { LANGUAGE_NAMES } from '#src/core/i18n/languages.ts';
import { useLanguage } from '#src/core/i18n/use-language.ts';
import { useList, useSave } from '#src/core/resource/queries.ts';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import { checkNewPassword } from '#src/core/ui/new-password.ts';
import type { Employee } from './columns.tsx';

const valuesOf = (employee: Employee | null, language: Language) => ({
  ...personOf(employee, language),
  group: employee?.group ? String(employee.group) : null,
  password: '',
});

interface EmployeeModalProps {
  /** null = a new one. */
  employee: Employee | null;
  onClose: () => void;
}

/** An employee's person, access group and, for a new one, password. */
export function EmployeeModal({ employee, onClose }: EmployeeModalProps) {
  const { t } = useTranslation(['admin', 'core']);
  const language = useLanguage();
  const groups = useList(accessGroups, { page_size: 1000, ordering: 'name' });
  const options = (groups.data?.rows ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  const save = useSave(employees, { createPath: `${employees.path}/create` });
  const form = useForm({
    initialValues: valuesOf(employee, language),
    validate: ({ email, password }) => {
      const { new_password } = employee ? {} : checkNewPassword(t, password, password);
      return { ...missingEmail(t, email), ...(new_password ? { password: new_password } : {}) };
    },
  });
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
  const load = async () => valuesOf((await api.get<Employee>(`${employees.path}/${employee!.id}/`)).data, language);

  return (
    <FormModal
      opened
      size="lg"
      onClose={onClose}
      form={form}
      title={employee ? nameOf(employee) : t('admin:employees.create')}
      save={({ password, group, ...values }) =>
        save.mutateAsync({
          id: employee?.id,
          values: {
            ...values,
            group: group === null ? null : Number(group),
            ...(employee ? {} : { password }),
          },
        })
      }
      conflict={employee ? { labels, load, show } : undefined}
    >
      <PersonFields form={form} />
      <Select
        label={labels.group}
        description={t('admin:employees.group_hint')}
        placeholder={t('admin:employees.no_group')}
        data={options}
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
