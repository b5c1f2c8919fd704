import { IconEye, IconHistory, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Resource, RowOf } from '#contract/resource.ts';
import type { ResourceId } from '#contract/resource-ids.ts';
import { type Action, type Guarded, needsOf } from '#contract/rights.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import type { Query } from '#src/core/api/query-string.ts';
import { type ListState, useListState } from './list-state.ts';
import { useList } from './queries.ts';
import type { ListResult } from './resource-table.tsx';
import type { RowAction } from './row-actions.tsx';
import { useRemove } from './use-remove.ts';

export interface RowWithId {
  id: number;
}

/** The open part of a row above its list. */
export type Shown<Row> = { as: 'form'; row: Row | null; from?: Row } | { as: 'details'; row: Row } | { as: 'history'; row: Row };

interface ResourceScreenOptions<Row> {
  farm?: number;
  /** By default `name`. */
  ordering?: string;
  /** Names of the screen's filters. */
  filters?: readonly string[];
  /** True if the header's farm limits the list. */
  ofFarm?: boolean;
  /** Additional limits of the list. */
  query?: Query | ((state: ListState) => Query);
  /** Other resources in the rows. */
  of?: readonly ResourceId[];
  /** Other resources that show deleted rows. */
  touches?: readonly { id: ResourceId }[];
  /** Item that decides the rights, if several kinds of rows are one resource. */
  guard?: Guarded;
  /** A row's name; by default its `name`. */
  nameOf?: (row: Row) => string;
}

export interface ResourceScreenState<Row extends RowWithId> {
  resource: Resource;
  farm: number | undefined;
  state: ListState;
  query: Query;
  result: ListResult<Row>;
  may: (action: Action) => boolean;
  /** True if a file may be imported, which creates and changes rows. */
  mayImport: boolean;
  nameOf: (row: Row) => string;
  remove: (row: Row) => void;
  /** Other resources that show deleted rows. */
  touches: readonly { id: ResourceId }[] | undefined;
  shown: Shown<Row> | null;
  show: (shown: Shown<Row> | null) => void;
  /** Opens the form of a new row, or of a copy of `from`; absent without the right to add. */
  add: ((from?: Row) => void) | undefined;
  edit: (row: Row) => void;
}

/** A resource's list and its open row, drawn by `ResourceScreen`. */
export function useResourceScreen<R extends Resource, Row extends RowWithId = RowOf<R> & RowWithId>(
  resource: R,
  options: ResourceScreenOptions<NoInfer<Row>> = {},
): ResourceScreenState<Row> {
  const { farm, ordering = 'name', filters, ofFarm, touches, guard = resource } = options;
  const { nameOf = (row) => (row as Row & { name: string }).name } = options;
  const { canAny } = useAccess();
  const state = useListState({ ordering, filters, ofFarm });
  const query = { ...state.query, ...(typeof options.query === 'function' ? options.query(state) : options.query) };
  const result = useList<R, Row>(resource, query, { farm, of: options.of });
  const remove = useRemove(resource, { farm, touches });
  const [shown, show] = useState<Shown<Row> | null>(null);
  const may = (action: Action) => canAny(needsOf(guard, action));
  return {
    resource,
    farm,
    state,
    query,
    result,
    may,
    mayImport: may('add') && may('change'),
    nameOf,
    remove: (row) => void remove(row.id, nameOf(row)),
    touches,
    shown,
    show,
    add: may('add') ? (from) => show({ as: 'form', row: null, from }) : undefined,
    edit: (row) => show({ as: 'form', row }),
  };
}

/** Actions of a row; `false` without the right, or if the screen lacks the action. */
export interface OwnActions {
  details: RowAction | false;
  edit: RowAction | false;
  history: RowAction | false;
  remove: RowAction | false;
}

interface ActionsOptions {
  texts: { details?: string; edit?: string };
  has: { details: boolean; form: boolean; history: boolean };
}

export function useOwnActions<Row extends RowWithId>(screen: ResourceScreenState<Row>, { texts, has }: ActionsOptions) {
  const { t } = useTranslation('core');
  const { can } = useAccess();
  const { may, show, edit, remove } = screen;
  const mayChange = has.form && may('change');
  const mayDelete = may('delete');
  const seesHistory = has.history && can('history', 'view');
  return (row: Row): OwnActions => ({
    details: has.details && {
      label: texts.details ?? t('core:actions.details'),
      icon: IconEye,
      onClick: () => show({ as: 'details', row }),
    },
    edit: mayChange && { label: texts.edit ?? t('core:actions.edit'), icon: IconPencil, onClick: () => edit(row) },
    history: seesHistory && { label: t('core:history.title'), icon: IconHistory, onClick: () => show({ as: 'history', row }) },
    remove: mayDelete && { label: t('core:actions.delete'), icon: IconTrash, danger: true, onClick: () => remove(row) },
  });
}
