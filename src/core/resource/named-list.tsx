import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type Icon, IconHistory, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HistoryList } from '#contract/operations/who-sees.ts';
import type { Listed, Resource } from '#contract/resource.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { api } from '#src/core/api/api.ts';
import { type Crumb, PageHeader } from '#src/core/layout/page-header.tsx';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import { EmptyState } from '#src/core/ui/states.tsx';
import { useListState } from './list-state.ts';
import { useList, useRemove, useSave } from './queries.ts';
import { ResourceTable } from './resource-table.tsx';
import { RowHistory } from './row-history.tsx';

interface NamedRow {
  id: number;
  name: string;
  version: number;
}

interface NamedListProps {
  /** Its rows are a name, and at most what they belong to. */
  resource: Resource;
  icon: Icon;
  texts: { title: string; detail?: string; name: string; create: string; empty: string; empty_text: string };
  crumbs?: readonly Crumb[];
  /** What the rows belong to (`{ brand: 3 }`): it bounds the list and goes into new rows. */
  owner?: Readonly<Record<string, number>>;
  /** Where a row leads; a click changes its name otherwise. */
  onOpen?: (row: NamedRow) => void;
  /** Resources that show the name, too. */
  touches?: readonly Pick<Listed, 'id'>[];
  /** Its list of changes, where it has one. */
  history?: HistoryList;
}

const NOTHING: readonly Pick<Listed, 'id'>[] = [];

/** A list of names: add, rename, delete. */
export function NamedList({ resource, icon, texts, crumbs, owner, onOpen, touches = NOTHING, history }: NamedListProps) {
  const { t } = useTranslation('core');
  const { can } = useAccess();
  const state = useListState({ ordering: 'name' });
  const query = { ...state.query, ...owner };
  const result = useList<Resource, NamedRow>(resource, query);
  const remove = useRemove(resource, { touches });
  const [edited, setEdited] = useState<NamedRow | 'new' | null>(null);
  const [told, setTold] = useState<NamedRow | null>(null);
  const item = resource.permission;
  const add = can(item, 'add') ? { label: texts.create, onClick: () => setEdited('new') } : undefined;

  const actions = (row: NamedRow) => [
    ...(can(item, 'change') ? [{ label: t('core:actions.edit'), icon: IconPencil, onClick: () => setEdited(row) }] : []),
    ...(history && can('history', 'view') ? [{ label: t('core:history.title'), icon: IconHistory, onClick: () => setTold(row) }] : []),
    ...(can(item, 'delete')
      ? [{ label: t('core:actions.delete'), icon: IconTrash, danger: true, onClick: () => void remove(row.id, row.name) }]
      : []),
  ];

  return (
    <>
      <PageHeader title={texts.title} crumbs={crumbs} detail={texts.detail} add={add} />
      <ResourceTable
        label={texts.title}
        columns={[{ key: 'name', label: texts.name, sort: 'name' }]}
        result={result}
        state={state}
        nameOf={({ name }) => name}
        onOpen={onOpen ?? (can(item, 'change') ? setEdited : undefined)}
        actions={actions}
        exported={{ resource, query }}
        empty={<EmptyState icon={icon} title={texts.empty} text={texts.empty_text} action={add} />}
      />
      {edited && (
        <NameModal
          resource={resource}
          row={edited === 'new' ? null : edited}
          title={edited === 'new' ? texts.create : edited.name}
          label={texts.name}
          owner={owner}
          touches={touches}
          onClose={() => setEdited(null)}
        />
      )}
      {told && history && (
        <RowHistory
          list={history}
          id={told.id}
          name={told.name}
          fields={[{ key: 'name', label: texts.name }]}
          onClose={() => setTold(null)}
        />
      )}
    </>
  );
}

interface NameModalProps {
  resource: Resource;
  row: NamedRow | null;
  title: string;
  label: string;
  owner?: Readonly<Record<string, number>>;
  touches: readonly Pick<Listed, 'id'>[];
  onClose: () => void;
}

const valuesOf = (row: NamedRow | null) => ({ name: row?.name ?? '', version: row?.version });

function NameModal({ resource, row, title, label, owner, touches, onClose }: NameModalProps) {
  const form = useForm({ initialValues: valuesOf(row) });
  const save = useSave<Resource, NamedRow>(resource, { touches });
  const load = async () => valuesOf((await api.get<NamedRow>(`${resource.path}/${row!.id}/`)).data);
  return (
    <FormModal
      opened
      onClose={onClose}
      form={form}
      title={title}
      save={(values) => save.mutateAsync({ id: row?.id, values: row ? values : { ...owner, ...values } })}
      conflict={row ? { labels: { name: label }, load } : undefined}
    >
      <TextInput label={label} maxLength={300} {...form.getInputProps('name')} />
    </FormModal>
  );
}
