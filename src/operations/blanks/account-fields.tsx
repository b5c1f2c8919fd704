import { Fieldset, MultiSelect, SimpleGrid, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { ingredients } from '../../../contract/operations/ingredients.ts';
import { useList } from '../../core/resource/queries.ts';
import { accountKey, type BlankValues, feedsWithCodes } from './values.ts';

interface AccountFieldsProps {
  form: UseFormReturnType<BlankValues>;
  readOnly: boolean;
}

/** Codes of the books: one pair for all feeds, and those of feeds that have their own. */
export function AccountFields({ form, readOnly }: AccountFieldsProps) {
  const { t } = useTranslation(['operations', 'core']);
  const { farm, template } = form.values;
  const { data } = useList(ingredients, { farm: farm ?? undefined, ordering: 'name', page_size: 1000 }, { enabled: farm !== null });
  const names = new Map((data?.rows ?? []).map(({ id, name }) => [String(id), name]));
  const feeds = feedsWithCodes(template.accounts);
  const choose = (chosen: string[]) => {
    const kept = Object.entries(template.accounts).filter(([key]) => !key.startsWith(accountKey('')));
    const codes = chosen.map((id) => [accountKey(id), template.accounts[accountKey(id)] ?? '']);
    form.setFieldValue('template.accounts', Object.fromEntries([...kept, ...codes]));
  };
  const field = (key: string, label: string) => (
    <TextInput
      key={key}
      label={label}
      readOnly={readOnly}
      maxLength={40}
      {...form.getInputProps(`template.accounts.${key}`)}
      value={template.accounts[key] ?? ''}
    />
  );
  return (
    <Fieldset legend={t('operations:blanks.accounts')}>
      <Text size="xs" c="dimmed" mb="xs">
        {t('operations:blanks.accounts_hint')}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {field('debit', t('operations:blanks.debit'))}
        {field('credit', t('operations:blanks.credit'))}
      </SimpleGrid>
      <MultiSelect
        mt="md"
        mb="md"
        label={t('operations:blanks.own_codes')}
        data={[...new Set([...names.keys(), ...feeds])].map((id) => ({ value: id, label: names.get(id) ?? `№ ${id}` }))}
        value={feeds}
        onChange={choose}
        readOnly={readOnly}
        searchable
        maxDropdownHeight={240}
        nothingFoundMessage={t('core:list.nothing')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>{feeds.map((id) => field(accountKey(id), names.get(id) ?? `№ ${id}`))}</SimpleGrid>
    </Fieldset>
  );
}
