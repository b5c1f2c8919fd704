import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { HistoryList } from '#contract/operations/who-sees.ts';
import { type Crumb, PageHeader } from '#src/core/layout/page-header.tsx';
import { EmptyState } from '#src/core/ui/states.tsx';
import type { ListColumn } from './column.ts';
import type { HistoryField } from './difference.ts';
import type { ListFile } from './list-file.ts';
import { ResourceTable } from './resource-table.tsx';
import type { RowAction } from './row-actions.tsx';
import { RowHistory } from './row-history.tsx';
import { type OwnActions, type ResourceScreenState, type RowWithId, useOwnActions } from './use-resource-screen.ts';

/** Input of a form: `row` null is a new one, optionally a copy `from` another. */
export interface FormProps<Row> {
  row: Row | null;
  from?: Row;
  readOnly: boolean;
  onClose: () => void;
}

export interface ScreenTexts {
  title: string;
  detail?: ReactNode;
  create?: string;
  empty: string;
  empty_text?: string;
  /** Other labels of these actions. */
  details?: string;
  edit?: string;
}

export interface ResourceScreenProps<Row extends RowWithId> {
  screen: ResourceScreenState<Row>;
  icon: Icon;
  texts: ScreenTexts;
  columns: readonly ListColumn<Row>[];
  /** The heading, if it isn't the list's title. */
  heading?: string;
  crumbs?: readonly Crumb[];
  /** Buttons next to the one that adds. */
  buttons?: ReactNode;
  /** Content between heading and list. */
  above?: ReactNode;
  filters?: ReactNode;
  /** Files; by default all rows with the screen's columns. */
  files?: readonly ListFile[];
  /** Adds a row without a form of this screen. */
  onAdd?: () => void;
  /** Opens a row; by default its details, otherwise its form. */
  onOpen?: (row: Row) => void;
  form?: (props: FormProps<Row>) => ReactNode;
  /** Read-only view of a row: the form, or another component. */
  details?: 'form' | ((row: Row, onClose: () => void) => ReactNode);
  history?: { list: HistoryList; fields: readonly HistoryField[] };
  /** Actions of a row; by default the resource's own in this order. */
  actions?: (row: Row, own: OwnActions) => readonly (RowAction | false | undefined)[];
}

const ownInOrder = (_row: unknown, { details, edit, history, remove }: OwnActions) => [details, edit, history, remove];

/** The screen of a resource. Actions and rights follow from the contract; a screen adds its own. */
export function ResourceScreen<Row extends RowWithId>(props: ResourceScreenProps<Row>) {
  const { screen, icon, texts, columns, heading, crumbs, buttons, above, filters, files, onAdd, form, details, history } = props;
  const { resource, farm, state, query, result, may, nameOf, shown, show, edit } = screen;
  const { actions = ownInOrder } = props;
  const own = useOwnActions(screen, { texts, has: { details: !!details, form: !!form, history: !!history } });
  const begin = onAdd ?? (form && screen.add);
  const add = texts.create && begin ? { label: texts.create, onClick: () => begin() } : undefined;
  const close = () => show(null);
  const open = details ? (row: Row) => show({ as: 'details', row }) : form && may('change') ? edit : undefined;

  const isRemovable = (row: Row) => {
    const { remove, ...others } = own(row);
    return remove !== false && actions(row, { ...others, remove }).includes(remove);
  };
  const many = { resource, farm, touches: screen.touches, isRemovable, mayRemove: result.data?.rows.some(isRemovable) ?? false };

  const shownRow = () => {
    if (shown?.as === 'history') return history && <RowHistory {...history} id={shown.row.id} name={nameOf(shown.row)} onClose={close} />;
    if (shown?.as === 'details' && typeof details === 'function') return details(shown.row, close);
    if (shown) return form?.({ ...shown, readOnly: shown.as === 'details', onClose: close });
  };

  return (
    <>
      <PageHeader title={heading || texts.title} crumbs={crumbs} detail={texts.detail} actions={buttons} add={add} />
      {above}
      <ResourceTable
        label={texts.title}
        columns={columns}
        result={result}
        state={state}
        nameOf={nameOf}
        onOpen={props.onOpen ?? open}
        actions={(row) => actions(row, own(row)).filter((action) => !!action)}
        filters={filters}
        many={many}
        files={files ?? [{ title: texts.title, columns: () => columns, source: { resource, query, farm } }]}
        empty={<EmptyState icon={icon} title={texts.empty} text={texts.empty_text} action={add} />}
      />
      {shownRow()}
    </>
  );
}
