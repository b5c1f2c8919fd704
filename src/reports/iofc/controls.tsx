import { Anchor, Group, SegmentedControl, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { codeKey } from '#common/texts/keys.ts';
import { SWITCHES, type Switch } from '#contract/reports/switches.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { useFarms } from '#src/core/layout/use-farms.ts';
import { type Filters, switchWord, withList } from '#src/core/report/filters.ts';

interface ControlsProps {
  filters: Filters;
  onChange: (filters: Filters) => void;
}

/** Chooses groups, the number of days and the formula for corrected milk, and links to the entry of milk. */
export function Controls({ filters, onChange }: ControlsProps) {
  const { t } = useTranslation(['reports', 'milk']);
  const { can } = useAccess();
  const path = useAppPath();
  const farms = useFarms().data ?? [];
  const farm = farms.find(({ id }) => String(id) === filters.lists.farm?.[0]) ?? farms[0];
  const choose = (name: Switch, word: string) => onChange(withList(filters, name, word === SWITCHES[name][0] ? [] : [word]));
  const listChoices = (name: Switch, words: readonly string[] = SWITCHES[name]) =>
    words.map((value) => ({ value, label: t(codeKey(`reports:switch.${name}`, value)) }));
  const segments = (name: 'milk_rows' | 'milk_step', words?: readonly string[]) => (
    <SegmentedControl
      size="xs"
      aria-label={t(`reports:filter.${name}`)}
      data={listChoices(name, words)}
      value={switchWord(filters, name)}
      onChange={(word) => choose(name, word)}
    />
  );
  return (
    <Group gap="sm" mb="xs">
      {segments('milk_rows')}
      {segments('milk_step', ['day', 'week', 'month'])}
      <Select
        size="xs"
        w={150}
        aria-label={t('reports:filter.ecm')}
        allowDeselect={false}
        data={listChoices('ecm')}
        value={switchWord(filters, 'ecm')}
        onChange={(word) => word && choose('ecm', word)}
      />
      {farm && can('schedule', 'view') && (
        <Anchor component={Link} to={path(`companies/${farm.company}/farms/${farm.id}/milk`)} size="sm">
          {t('milk:record')}
        </Anchor>
      )}
    </Group>
  );
}
