import { Fieldset, SimpleGrid, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { animalTypes } from '#contract/operations/animal-types.ts';
import { FORM_ACCOUNTS, FORM_EXTRAS, FORM_OWN_CODES, type FormAccount, type FormType, type OwnCode } from '#contract/operations/blanks.ts';
import { useList } from '#src/core/resource/queries.ts';
import { OwnCodes } from './own-codes.tsx';
import type { BlankValues } from './values.ts';

interface AccountFieldsProps {
  form: UseFormReturnType<BlankValues>;
  type: FormType;
  feeds: ReadonlyMap<string, string>;
  readOnly: boolean;
}

/** Account codes for the form's lines: common ones, and those of single feeds and animal types. */
export function AccountFields({ form, type, feeds, readOnly }: AccountFieldsProps) {
  const { t } = useTranslation(['operations', 'pages']);
  const { accounts, extras } = form.values.template;
  // A printed form has an account only if it is set to show it.
  const shown = FORM_EXTRAS[type].length === 0 || extras.includes('account');
  const own: readonly OwnCode[] = shown ? FORM_OWN_CODES[type] : [];
  const common: readonly FormAccount[] = FORM_EXTRAS[type].length > 0 && shown ? ['debit'] : FORM_ACCOUNTS[type];
  const { data } = useList(animalTypes, { ordering: 'name', page_size: 1000 }, { enabled: own.includes('animal_type') });
  const names = { ingredient: feeds, animal_type: new Map((data?.rows ?? []).map(({ id, name }) => [String(id), name])) };
  const codes = own.map((of) => <OwnCodes key={of} form={form} of={of} names={names[of]} readOnly={readOnly} />);
  if (common.length === 0) return codes;
  return (
    <Fieldset legend={t('pages:blanks.accounts')}>
      <Text size="xs" c="dimmed" mb="xs">
        {t('pages:blanks.accounts_hint')}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {common.map((key) => (
          <TextInput
            key={key}
            label={t(`pages:blanks.codes.${key}`)}
            readOnly={readOnly}
            maxLength={40}
            {...form.getInputProps(`template.accounts.${key}`)}
            value={accounts[key] ?? ''}
          />
        ))}
      </SimpleGrid>
      {codes}
    </Fieldset>
  );
}
