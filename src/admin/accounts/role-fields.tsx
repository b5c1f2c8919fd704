import { MultiSelect, Select, Switch, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { USER_TYPES } from '#contract/access.ts';
import { isOfClient } from '#contract/admin/accounts.ts';
import { CurrencyField } from '#src/admin/people/currency-field.tsx';
import { ModulesField } from '#src/admin/people/modules-field.tsx';
import { useClientChoices } from './choices.ts';
import { type Account, looksAfter } from './columns.tsx';
import type { AccountValues } from './values.ts';

interface RoleFieldsProps {
  form: UseFormReturnType<AccountValues>;
  /** null for a new one. */
  account: Account | null;
  /** True for the signed-in user's own account, whose role only others change. */
  own: boolean;
}

/** The role of an account, and its clients. A client's person stays in the client; others may change their role. */
export function RoleFields({ form, account, own }: RoleFieldsProps) {
  const { t } = useTranslation(['admin', 'core']);
  const clients = useClientChoices();
  const { user_type: type, client } = form.values;
  const types = USER_TYPES.filter((one) => !account || isOfClient(one) === isOfClient(account.user_type));
  const search = { searchable: true, nothingFoundMessage: t('core:list.nothing') };
  const clear = { clearable: true, clearButtonProps: { 'aria-label': t('core:actions.reset') } };
  const clientsError = Object.entries(form.errors).find(([path]) => path.startsWith('clients'))?.[1];

  return (
    <>
      <Select
        label={t('admin:users.type')}
        allowDeselect={false}
        disabled={own}
        data={types.map((value) => ({ value, label: t(`core:roles.${value}`) }))}
        {...form.getInputProps('user_type')}
      />
      {type === 'admin' && (
        <Switch
          label={t('core:roles.superadmin')}
          description={t('admin:users.superadmin_hint')}
          disabled={own}
          {...form.getInputProps('is_superadmin', { type: 'checkbox' })}
        />
      )}
      {isOfClient(type) && (
        <Select
          label={t('admin:users.client')}
          placeholder={type === 'client' ? t('admin:users.new_client') : t('admin:users.choose_client')}
          data={clients}
          disabled={account !== null}
          {...search}
          {...clear}
          {...form.getInputProps('client')}
        />
      )}
      {type === 'client' && !account && client === null && (
        <>
          <TextInput
            label={t('admin:users.company_name')}
            description={t('admin:users.company_hint')}
            maxLength={300}
            {...form.getInputProps('company_name')}
          />
          <ModulesField {...form.getInputProps('modules')} />
          <CurrencyField {...form.getInputProps('currency')} />
        </>
      )}
      {looksAfter(type) && (
        <MultiSelect
          label={t('admin:users.clients')}
          description={t('admin:users.clients_hint')}
          data={clients}
          {...search}
          {...clear}
          {...form.getInputProps('clients')}
          error={clientsError}
        />
      )}
    </>
  );
}
