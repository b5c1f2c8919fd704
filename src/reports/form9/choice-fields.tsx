import { Anchor, MultiSelect, Select, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { FarmCard } from '../../../contract/operations/farms.ts';
import { groups } from '../../../contract/operations/groups.ts';
import { useAppPath } from '../../core/api/place.ts';
import { useList } from '../../core/resource/queries.ts';
import type { Choice } from './choice.ts';
import classes from './form9.module.css';
import type { Blank } from './statements.ts';

interface ChoiceFieldsProps {
  farms: readonly FarmCard[];
  farm: FarmCard;
  blanks: readonly Blank[] | undefined;
  choice: Choice;
  choose: (next: Partial<Choice & { farm: number }>) => void;
  /** What is told at its field: it must be selected. */
  missing: readonly string[];
}

/** Farm, blank, month and groups, each of which must be selected. */
export function ChoiceFields({ farms, farm, blanks, choice, choose, missing }: ChoiceFieldsProps) {
  const { t } = useTranslation(['reports', 'operations', 'core']);
  const path = useAppPath();
  const { data } = useList(groups, { farm: farm.id, ordering: 'name', page_size: 1000 });
  const optionsOf = (rows: readonly { id: number; name: string }[] | undefined) =>
    (rows ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  const problem = (field: string) => (missing.includes(field) ? t(`reports:form.choose.${field}`) : undefined);
  const common = { maxDropdownHeight: 260, nothingFoundMessage: t('core:list.nothing') };
  return (
    <div className={classes.fields}>
      {farms.length > 1 && (
        <Select
          {...common}
          label={t('reports:filter.farm')}
          data={optionsOf(farms)}
          value={String(farm.id)}
          allowDeselect={false}
          searchable={farms.length > 8}
          onChange={(id) => choose({ farm: Number(id), blank: null, groups: [] })}
        />
      )}
      <div>
        <Select
          {...common}
          label={t('reports:form.blank')}
          data={optionsOf(blanks)}
          value={choice.blank === null ? null : String(choice.blank)}
          error={problem('blank')}
          onChange={(id) => choose({ blank: Number(id) || null })}
        />
        {blanks?.length === 0 && (
          <Text size="xs" mt={4}>
            <Anchor component={Link} to={path('settings/blanks')} size="xs">
              {t('reports:form.no_blank')}
            </Anchor>
          </Text>
        )}
      </div>
      <TextInput
        type="month"
        label={t('reports:form.month')}
        placeholder="2026-01"
        value={choice.month}
        error={problem('month')}
        onChange={(event) => choose({ month: event.currentTarget.value })}
      />
      <MultiSelect
        {...common}
        label={t('reports:filter.group')}
        data={optionsOf(data?.rows)}
        value={choice.groups}
        error={problem('group')}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('core:actions.reset') }}
        onChange={(chosen) => choose({ groups: chosen })}
      />
    </div>
  );
}
