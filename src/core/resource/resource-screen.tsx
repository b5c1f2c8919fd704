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

/** How a form is shown: `row` null is a new one, which may begin `from` another. */
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
  /** Instead of the usual words for these actions. */
  details?: string;
  edit?: string;
}

export interface ResourceScreenProps<Row extends RowWithId> {
  screen: ResourceScreenState<Row>;
  icon: Icon;
  texts: ScreenTexts;
  columns: readonly ListColumn<Row>[];
  /** What stands at the top where it isn't the title of the list. */
  heading?: string;
  crumbs?: readonly Crumb[];
  /** Buttons beside the one that adds. */
  buttons?: ReactNode;
  /** What stands between the top and the list. */
  above?: ReactNode;
  filters?: ReactNode;
  /** All rows with the columns of the screen by default. */
  files?: readonly ListFile[];
  /** Begins a new row where that is no form of the screen. */
  onAdd?: () => void;
  /** Where a row leads; its details, else its form by default. */
  onOpen?: (row: Row) => void;
  form?: (props: FormProps<Row>) => ReactNode;
  /** What is shown of a row to read: the form itself, or something of its own. */
  details?: 'form' | ((row: Row, onClose: () => void) => ReactNode);
  history?: { list: HistoryList; fields: readonly HistoryField[] };
  /** What can be done with a row: the resource's own, in this order by default. */
  actions?: (row: Row, own: OwnActions) => readonly (RowAction | false | undefined)[];
}

const ownInOrder = (_row: unknown, { details, edit, history, remove }: OwnActions) => [details, edit, history, remove];

/** The screen of a resource: what can be done with its rows, and by whom, follows from the contract; a screen adds its own. */
export function ResourceScreen<Row extends RowWithId>(props: ResourceScreenProps<Row>) {
  const { screen, icon, texts, columns, heading, crumbs, buttons, above, filters, files, onAdd, form, details, history } = props;
  const { resource, farm, state, query, result, may, nameOf, shown, show, edit } = screen;
  const { actions = ownInOrder } = props;
  const own = useOwnActions(screen, { texts, has: { details: !!details, form: !!form, history: !!history } });
  const begin = onAdd ?? (form && screen.add);
  const add = texts.create && begin ? { label: texts.create, onClick: () => begin() } : undefined;
  const close = () => show(null);
  const open = details ? (row: Row) => show({ as: 'details', row }) : form && may('change') ? edit : undefined;

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
        files={files ?? [{ title: texts.title, columns: () => columns, source: { resource, query, farm } }]}
        empty={<EmptyState icon={icon} title={texts.empty} text={texts.empty_text} action={add} />}
      />
      {shownRow()}
    </>
  );
}
