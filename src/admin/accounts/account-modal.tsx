import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { UserType } from '#contract/access.ts';
import { accounts } from '#contract/admin/accounts.ts';
import { clients } from '#contract/admin/clients.ts';
import type { Language } from '#contract/kinds.ts';
import { FirstPassword } from '#src/admin/people/first-password.tsx';
import { missingEmail, nameOf } from '#src/admin/people/person.ts';
import { PersonFields } from '#src/admin/people/person-fields.tsx';
import { useAccess } from '#src/core/access/use-access.ts';
import { useMe } from '#src/core/api/session.ts';
import { LANGUAGE_NAMES } from '#src/core/i18n/languages.ts';
import { useLanguage } from '#src/core/i18n/use-language.ts';
import { useResourceForm } from '#src/core/resource/use-resource-form.ts';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import { checkNewPassword } from '#src/core/ui/new-password.ts';
import { useClientChoices } from './choices.ts';
import type { Account } from './columns.tsx';
import { RoleFields } from './role-fields.tsx';
import { type AccountValues, bodyOf, valuesOf } from './values.ts';

interface AccountModalProps {
  /** null for a new one. */
  account: Account | null;
  /** Initial type of a new one. */
  type: UserType;
  title: string;
  onInvite: (account: Account) => void;
  onClose: () => void;
}

/** Any account of the installation. */
export function AccountModal({ account, type, title, onInvite, onClose }: AccountModalProps) {
  const { t } = useTranslation(['admin', 'core']);
  const language = useLanguage();
  const own = useMe().id === account?.id;
  const choices = useClientChoices();
  const { can } = useAccess();
  const labels = {
    first_name: t('core:fields.first_name'),
    last_name: t('core:fields.last_name'),
    email: t('core:fields.email'),
    phone: t('core:fields.phone'),
    language: t('admin:person.language'),
    about: t('admin:person.about'),
    user_type: t('admin:users.type'),
    is_superadmin: t('core:roles.superadmin'),
    clients: t('admin:users.clients'),
    locked: t('admin:person.locked'),
  };
  const show = (field: string, value: unknown) => {
    if (field === 'clients')
      return (
        choices
          .filter((one) => (value as string[]).includes(one.value))
          .map(({ label }) => label)
          .join(', ') || '–'
      );
    if (field === 'user_type') return t(`core:roles.${value as UserType}`);
    if (field === 'language') return LANGUAGE_NAMES[value as Language];
    return typeof value === 'boolean' ? t(value ? 'core:yes' : 'core:no') : String(value || '–');
  };
  const modal = useResourceForm(accounts, {
    row: account,
    valuesOf: (row) => ({ ...valuesOf(row, type, language), invite: can('user', 'change') }),
    bodyOf: (values) => bodyOf(values, account === null),
    validate: (values) => {
      const { new_password } = account || values.invite ? {} : checkNewPassword(t, values.password, values.password);
      return {
        ...missingEmail(t, values.email),
        ...(new_password ? { password: new_password } : {}),
        ...(values.user_type === 'employee' && values.client === null ? { client: t('core:errors.required') } : {}),
      };
    },
    createPath: `${accounts.path}/create`,
    touches: [clients],
    labels,
    show,
  });
  const { form } = modal;
  const save = async (values: AccountValues) => {
    const saved = await modal.save(values);
    if (!account && values.invite) onInvite(saved);
  };

  return (
    <FormModal {...modal} save={save} size="lg" onClose={onClose} title={account ? nameOf(account) : title}>
      <RoleFields form={form} account={account} own={own} />
      <PersonFields form={form} own={own} />
      {!account && <FirstPassword form={form} mayInvite={can('user', 'change')} />}
      {account && !own && (
        <Switch label={t('admin:person.lock')} description={t('admin:lock.text')} {...form.getInputProps('locked', { type: 'checkbox' })} />
      )}
    </FormModal>
  );
}
