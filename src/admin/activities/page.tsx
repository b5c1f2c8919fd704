import { Group } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import { IconActivity } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useAccountChoices, useClientChoices } from '#src/admin/accounts/choices.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { useLanguage } from '#src/core/i18n/use-language.ts';
import { PageHeader } from '#src/core/layout/page-header.tsx';
import { ListFilter } from '#src/core/resource/list-filter.tsx';
import { useListState } from '#src/core/resource/list-state.ts';
import { ResourceTable } from '#src/core/resource/resource-table.tsx';
import { CalendarLanguage } from '#src/core/ui/calendar-language.tsx';
import { EmptyState } from '#src/core/ui/states.tsx';
import { ACTIONS, activityColumns } from './columns.ts';
import { ACTIVITIES, useActivities } from './queries.ts';

const FILTERS = ['user', 'client', 'action', 'at_after', 'at_before'];

/** Actions with author and address, newest first. */
export function Page() {
  const { t } = useTranslation(['admin', 'core', 'pages']);
  const format = useFormat();
  const state = useListState({ ordering: '', filters: FILTERS });
  const language = useLanguage();
  const query = { ...state.query, ordering: undefined, language };
  const result = useActivities(query);
  const clients = useClientChoices();
  const people = useAccountChoices();
  const day = (name: 'at_after' | 'at_before') => (
    <DatePickerInput
      w={152}
      aria-label={t(`pages:activities.${name}`)}
      placeholder={t(`pages:activities.${name}`)}
      value={state.filter(name)}
      minDate={name === 'at_before' ? (state.filter('at_after') ?? undefined) : undefined}
      maxDate={name === 'at_after' ? (state.filter('at_before') ?? undefined) : undefined}
      valueFormatter={({ date }) => (date ? format.value('date', String(date)) : '')}
      clearable
      clearButtonProps={{ 'aria-label': t('core:actions.reset') }}
      onChange={(next) => state.setFilter(name, next)}
    />
  );

  return (
    <>
      <PageHeader title={t('admin:activities.title')} detail={t('pages:activities.detail')} />
      <ResourceTable
        label={t('admin:activities.title')}
        columns={activityColumns(t)}
        result={result}
        state={state}
        nameOf={({ user_name }) => user_name}
        filters={
          <>
            <ListFilter state={state} name="user" label={t('pages:activities.user')} options={people} />
            <ListFilter state={state} name="client" label={t('pages:activities.client')} options={clients} />
            <ListFilter
              state={state}
              name="action"
              label={t('pages:activities.action')}
              options={ACTIONS.map((value) => ({ value, label: t(`pages:activities.actions.${value}`) }))}
            />
            <CalendarLanguage>
              <Group gap="xs" wrap="nowrap">
                {day('at_after')}
                {day('at_before')}
              </Group>
            </CalendarLanguage>
          </>
        }
        exported={{ resource: ACTIVITIES, query }}
        empty={<EmptyState icon={IconActivity} title={t('pages:activities.empty')} />}
      />
    </>
  );
}
