import { Checkbox, CloseButton, Loader, ScrollArea, Stack, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { includesText } from '#common/texts/search-text.ts';
import { failureText } from '#src/core/api/error-text.ts';
import type { Choice } from './filter-options.ts';

interface OptionListProps {
  label: string;
  options: readonly Choice[] | undefined;
  error: unknown;
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** With more options than this, the list has a fixed height, scrolls and has a search field. */
const SHORT = 4;

/** A list of options with checkboxes. */
export function OptionList({ label, options, error, chosen, onChange }: OptionListProps) {
  const { t } = useTranslation(['reports', 'core']);
  const [search, setSearch] = useState('');
  if (error) return <Text c="dimmed">{failureText(t, error)}</Text>;
  if (!options) return <Loader size="sm" aria-label={t('core:loading')} />;
  const found = options.filter((option) => includesText(option.label, search));
  const toggle = (value: string) => onChange(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]);
  return (
    <Stack gap="xs" role="group" aria-label={label}>
      {options.length > SHORT && (
        <TextInput
          size="sm"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          placeholder={t('core:actions.search')}
          aria-label={t('core:actions.search')}
          leftSection={<IconSearch size={16} aria-hidden />}
          rightSection={search && <CloseButton size="sm" aria-label={t('core:actions.reset')} onClick={() => setSearch('')} />}
        />
      )}
      <ScrollArea.Autosize mah={280} type="auto">
        <Stack gap={10} py={4} px={2}>
          {found.map(({ value, label: name }) => (
            <Checkbox key={value} size="sm" label={name} checked={chosen.includes(value)} onChange={() => toggle(value)} />
          ))}
          {found.length === 0 && <Text c="dimmed">{t('core:empty.not_found')}</Text>}
        </Stack>
      </ScrollArea.Autosize>
    </Stack>
  );
}
