import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type Icon, IconHistory, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { animalTypes } from '../../../contract/operations/animal-types.ts';
import type { HistoryList } from '../../../contract/operations/history.ts';
import type { RowOf } from '../../../contract/resource.ts';
import { useAccess } from '../../core/access/use-access.ts';
import { api } from '../../core/api/api.ts';
import { PageHeader } from '../../core/layout/page-header.tsx';
import { useListState } from '../../core/resource/list-state.ts';
import { useList, useRemove, useSave } from '../../core/resource/queries.ts';
import { ResourceTable } from '../../core/resource/resource-table.tsx';
import { RowHistory } from '../../core/resource/row-history.tsx';
import { FormModal } from '../../core/ui/form-modal.tsx';
import { EmptyState } from '../../core/ui/states.tsx';

/** Resources that are a name and nothing else. */
type Named = typeof animalTypes;
type NamedRow = RowOf<Named>;

interface NamedListProps {
  resource: Named;
  icon: Icon;
  texts: { title: string; detail: string; name: string; create: string; empty: string; empty_text: string };
  /** Resources that show the name, too. */
  touches: readonly { id: string }[];
  /** Its list of changes, where it has one. */
  history?: HistoryList;
}

/** A list of names: add, rename, delete. */
export function NamedList({ resource, icon, texts, touches, history }: NamedListProps) {
  const { t } = useTranslation(['operations', 'core']);
  const { can } = useAccess();
  const state = useListState({ ordering: 'name' });
  const result = useList(resource, state.query);
  const remove = useRemove(resource, { touches });
  const [edited, setEdited] = useState<NamedRow | 'new' | null>(null);
  const [told, setTold] = useState<NamedRow | null>(null);
  const item = resource.permission;
  const add = can(item, 'add') ? { label: texts.create, onClick: () => setEdited('new') } : undefined;

  const actions = (row: NamedRow) => [
    ...(can(item, 'change') ? [{ label: t('operations:actions.edit'), icon: IconPencil, onClick: () => setEdited(row) }] : []),
    ...(history && can('history', 'view') ? [{ label: t('core:history.title'), icon: IconHistory, onClick: () => setTold(row) }] : []),
    ...(can(item, 'delete')
      ? [{ label: t('core:actions.delete'), icon: IconTrash, danger: true, onClick: () => void remove(row.id, row.name) }]
      : []),
  ];

  return (
    <>
      <PageHeader
        title={texts.title}
        detail={texts.detail}
        actions={
          add && (
            <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={add.onClick}>
              {add.label}
            </Button>
          )
        }
      />
      <ResourceTable
        label={texts.title}
        columns={[{ key: 'name', label: texts.name, sort: 'name' }]}
        result={result}
        state={state}
        nameOf={({ name }) => name}
        onOpen={can(item, 'change') ? setEdited : undefined}
        actions={actions}
        exported={{ resource, query: state.query }}
        empty={<EmptyState icon={icon} title={texts.empty} text={texts.empty_text} action={add} />}
      />
      {edited && (
        <NameModal
          resource={resource}
          row={edited === 'new' ? null : edited}
          title={edited === 'new' ? texts.create : edited.name}
          label={texts.name}
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
  resource: Named;
  row: NamedRow | null;
  title: string;
  label: string;
  touches: readonly { id: string }[];
  onClose: () => void;
}

const valuesOf = (row: NamedRow | null) => ({ name: row?.name ?? '', version: row?.version });

function NameModal({ resource, row, title, label, touches, onClose }: NameModalProps) {
  const form = useForm({ initialValues: valuesOf(row) });
  const save = useSave(resource, { touches });
  const load = async () => valuesOf((await api.get<NamedRow>(`${resource.path}/${row!.id}/`)).data);
  return (
    <FormModal
      opened
      onClose={onClose}
      form={form}
      title={title}
      save={(values) => save.mutateAsync({ id: row?.id, values })}
      conflict={row ? { labels: { name: label }, load } : undefined}
    >
      <TextInput label={label} maxLength={300} {...form.getInputProps('name')} />
    </FormModal>
  );
}
