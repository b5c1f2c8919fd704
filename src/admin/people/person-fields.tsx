import { Select, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { LANGUAGE_LIST, LANGUAGE_NAMES } from '#src/core/i18n/languages.ts';
import type { personOf } from './person.ts';

type Values = ReturnType<typeof personOf>;

/** Who a person is and how to reach them. */
export function PersonFields<V extends Values>({ form }: { form: UseFormReturnType<V> }) {
  const { t } = useTranslation(['admin', 'core']);
  // The fields below are those of `Values`, whatever else the form holds.
  const input = (name: keyof Values) => (form as unknown as UseFormReturnType<Values>).getInputProps(name);
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label={t('core:fields.first_name')} maxLength={80} autoComplete="off" {...input('first_name')} />
        <TextInput label={t('core:fields.last_name')} maxLength={80} autoComplete="off" {...input('last_name')} />
        <TextInput label={t('core:fields.email')} type="email" maxLength={254} autoComplete="off" {...input('email')} />
        <TextInput label={t('core:fields.phone')} type="tel" placeholder="+380…" autoComplete="off" {...input('phone')} />
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
