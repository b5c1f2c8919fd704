import { Modal } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { historyOf } from '#contract/operations/history.ts';
import { HISTORY_ITEMS, type HistoryList } from '#contract/operations/who-sees.ts';
import { DEFAULT_MODULE, isOfModules } from '#contract/rights.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { PageHeader } from '#src/core/layout/page-header.tsx';
import { RouteTabs } from '#src/core/layout/route-tabs.tsx';
import { useFarms } from '#src/core/layout/use-farms.ts';
import { HistoryEntry } from '#src/core/resource/history-entry.tsx';
import { ListFilter } from '#src/core/resource/list-filter.tsx';
import { useListState } from '#src/core/resource/list-state.ts';
import { ResourceTable } from '#src/core/resource/resource-table.tsx';
import { EmptyState } from '#src/core/ui/states.tsx';
import { DayRange } from '#src/domain/stock/day-range.tsx';
import { changeColumns, changeName } from './columns.tsx';
import classes from './history.module.css';
import { HISTORY_TABS } from './lists.ts';
import { type Change, useHistory, useHistoryUsers } from './queries.ts';
import { useHistoryFields } from './use-history-fields.ts';

const TYPES = ['create', 'update', 'delete'] as const;

/** The changes with author and time, in a list for each kind of row. */
export function Page() {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const path = useAppPath();
  const { pathname } = useLocation();
  const { modules } = useAccess();
  const tabs = HISTORY_TABS.filter(([, of]) => isOfModules(modules, DEFAULT_MODULE, HISTORY_ITEMS[of]));
  const [, list] = HISTORY_TABS.find(([tab]) => pathname.endsWith(`/${tab}`)) ?? HISTORY_TABS[0];
  return (
    <>
      <PageHeader title={t('core:history.title')} detail={t('pages:history.detail')} />
      <RouteTabs tabs={tabs.map(([tab, of]) => ({ label: t(`operations:history.tabs.${of}`), to: path(`history/${tab}`) }))} />
      <Changes key={list} list={list} />
    </>
  );
}

function Changes({ list }: { list: HistoryList }) {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const format = useFormat();
  const fields = useHistoryFields(list);
  const state = useListState({ ordering: '-at', filters: ['type', 'user', 'farm', 'at_after', 'at_before'] });
  // The search uses the language of the screen instead of the account's.
  const query = state.query.search ? { ...state.query, search_language: format.language } : state.query;
  const result = useHistory(list, query);
  const farms = useFarms();
  const users = useHistoryUsers();
  const [shown, setShown] = useState<Change | null>(null);
  const named = (rows: readonly { id: number; name: string }[] = []) => rows.map(({ id, name }) => ({ value: String(id), label: name }));
  const getChangeName = (change: Change) => changeName(list, t, format, change);
  const title = t(`operations:history.tabs.${list}`);
  return (
    <>
      <ResourceTable
        label={title}
        columns={changeColumns(list, t, format, fields)}
        result={result}
        state={state}
        nameOf={getChangeName}
        onOpen={setShown}
        filters={
          <>
            <ListFilter
              state={state}
              name="type"
              label={t('pages:history.type')}
              options={TYPES.map((type) => ({ value: type, label: t(`core:history.${type}`) }))}
            />
            <ListFilter state={state} name="user" label={t('operations:history.user')} options={named(users.data)} />
            {list !== 'animaltypes' && (
              <ListFilter state={state} name="farm" label={t('operations:history.farm')} options={named(farms.data)} />
            )}
            <DayRange state={state} label={t('pages:history.days')} after="at_after" before="at_before" />
          </>
        }
        exported={{ resource: historyOf(list), query }}
        empty={<EmptyState icon={IconHistory} title={t('core:history.empty')} text={t('core:history.empty_text')} />}
      />
      {shown && (
        <Modal
          opened
          onClose={() => setShown(null)}
          size="lg"
          title={getChangeName(shown)}
          closeButtonProps={{ 'aria-label': t('core:actions.close') }}
        >
          <ul className={classes.entry}>
            <HistoryEntry entry={shown} fields={fields} />
          </ul>
        </Modal>
      )}
    </>
  );
}
