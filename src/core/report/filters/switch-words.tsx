import { NavLink, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { codeKey } from '#common/texts/keys.ts';
import { SWITCHES, type Switch } from '#contract/reports/switches.ts';
import { type Filters, switchWord, withList } from '#src/core/report/filters.ts';

interface SwitchWordsProps {
  name: Switch;
  filters: Filters;
  onChange: (filters: Filters) => void;
}

/** The ways of calculation, each with its explanation. */
export function SwitchWords({ name, filters, onChange }: SwitchWordsProps) {
  const { t } = useTranslation(['reports', 'pages']);
  const chosen = switchWord(filters, name);
  const words: readonly string[] = SWITCHES[name];
  return (
    <Stack gap={0}>
      {words.map((word) => (
        <NavLink
          key={word}
          component="button"
          type="button"
          label={t(codeKey(`reports:switch.${name}`, word))}
          description={t(codeKey(`pages:switch_text.${name}`, word))}
          active={word === chosen}
          onClick={() => onChange(withList(filters, name, word === words[0] ? [] : [word]))}
        />
      ))}
    </Stack>
  );
}
