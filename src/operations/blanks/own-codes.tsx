import { MultiSelect, SimpleGrid, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { OWN_CODES, type OwnCode } from '#contract/operations/blanks.ts';
import { type BlankValues, ownersOf, withOwners } from './values.ts';

interface OwnCodesProps {
  form: UseFormReturnType<BlankValues>;
  of: OwnCode;
  names: ReadonlyMap<string, string>;
  readOnly: boolean;
}

/** Codes of single items: chosen, then typed. */
export function OwnCodes({ form, of, names, readOnly }: OwnCodesProps) {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const { accounts } = form.values.template;
  const owners = ownersOf(accounts, of);
  const getOwnerName = (id: string) => names.get(id) ?? `№ ${id}`;
  return (
    <>
      <MultiSelect
        mt="md"
        mb="xs"
        label={t(`pages:blanks.own.${of}`)}
        data={[...new Set([...names.keys(), ...owners])].map((id) => ({ value: id, label: getOwnerName(id) }))}
        value={owners}
        onChange={(chosen) => form.setFieldValue('template.accounts', withOwners(accounts, of, chosen))}
        readOnly={readOnly}
        searchable
        nothingFoundMessage={t('core:list.nothing')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {owners.map((id) => {
          const key = `${OWN_CODES[of]}${id}`;
          return (
            <TextInput
              key={key}
              label={getOwnerName(id)}
              readOnly={readOnly}
              maxLength={40}
              {...form.getInputProps(`template.accounts.${key}`)}
              value={accounts[key] ?? ''}
            />
          );
        })}
      </SimpleGrid>
    </>
  );
}
