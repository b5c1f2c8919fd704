import { Select, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { LANGUAGE_LIST, LANGUAGE_NAMES } from '#src/core/i18n/languages.ts';
import type { personOf } from './person.ts';

type Values = ReturnType<typeof personOf>;

interface PersonFieldsProps<V extends Values> {
  form: UseFormReturnType<V>;
  /** True for the signed-in user's own account, whose sign-in data change in the profile, which requires proof. */
  own?: boolean;
}

/** A person's name and contacts. */
export function PersonFields<V extends Values>({ form, own = false }: PersonFieldsProps<V>) {
  const { t } = useTranslation(['admin', 'core']);
  const kept = own ? { disabled: true, description: t('core:errors.own_sign_in') } : {};
  // The fields below are those of `Values`; the form may contain others.
  const input = (name: keyof Values) => (form as unknown as UseFormReturnType<Values>).getInputProps(name);
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label={t('core:fields.first_name')} maxLength={80} autoComplete="off" {...input('first_name')} />
        <TextInput label={t('core:fields.last_name')} maxLength={80} autoComplete="off" {...input('last_name')} />
        <TextInput label={t('core:fields.email')} type="email" maxLength={254} autoComplete="off" {...kept} {...input('email')} />
        <TextInput label={t('core:fields.phone')} type="tel" placeholder="+380…" autoComplete="off" {...kept} {...input('phone')} />
      </SimpleGrid>
      <Select
        label={t('admin:person.language')}
        allowDeselect={false}
        data={LANGUAGE_LIST.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
        {...input('language')}
      />
      <Textarea label={t('admin:person.about')} autosize minRows={2} maxRows={6} maxLength={2000} {...input('about')} />
    </>
  );
}
