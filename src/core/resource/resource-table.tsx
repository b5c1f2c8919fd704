import { Button, CloseButton, Group, Paper, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconRotate, IconSearch } from '@tabler/icons-react';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useDensity } from '#src/core/layout/density.ts';
import { lazyPart } from '#src/core/ui/lazy-part.ts';
import { FailedState, NothingFound } from '#src/core/ui/states.tsx';
import type { ListSource } from './all-rows.ts';
import type { ListColumn } from './column.ts';
import { ListImport } from './import/list-import.tsx';
import { ListCards } from './list-cards.tsx';
import { ListExport } from './list-export.tsx';
import type { ListFile } from './list-file.ts';
import { ListGrid } from './list-grid.tsx';
import { ListRange } from './list-range.tsx';
import type { ListState } from './list-state.ts';
import type { ManySource } from './many/many-source.ts';
import { useSelection } from './many/use-selection.ts';
import type { PageQuery, Rows } from './queries.ts';
import classes from './resource-table.module.css';
import type { RowAction } from './row-actions.tsx';

/** The used parts of a query's result. */
export interface ListResult<Row> {
  data: Rows<Row> | undefined;
  error: unknown;
  isPending: boolean;
  isError: boolean;
  isPlaceholderData: boolean;
  refetch: () => unknown;
  /** Absent if the first answer contains everything. */
  pageQuery?: PageQuery<Row>;
}

// Lazy, because most lists are shorter than a page.
const LongList = lazyPart(async () => (await import('./long-list.tsx')).LongList) as typeof import('./long-list.tsx').LongList;

// Lazy, because few people select rows.
const ManyRows = lazyPart(async () => (await import('./many/many-rows.tsx')).ManyRows) as typeof import('./many/many-rows.tsx').ManyRows;

interface ResourceTableProps<Row extends { id: number }> {
  /** The table's name for screen readers. */
  label: string;
  columns: readonly ListColumn<Row>[];
  result: ListResult<Row>;
  state: ListState;
  /** A row's name, for its actions and its card. */
  nameOf: (row: Row) => string;
  onOpen?: (row: Row) => void;
  actions?: (row: Row) => readonly RowAction[];
  /** Shown without any rows: an `EmptyState` that explains how to begin. */
  empty: ReactNode;
  searchable?: boolean;
  /** Filters next to the search field. */
  filters?: ReactNode;
  /** The source of a file with all rows and these columns. */
  exported?: ListSource;
  /** The same for files with other columns, or importable ones. */
  files?: readonly ListFile[];
  /** Set if several rows can be selected. */
  many?: ManySource<Row>;
}

/** A list of a resource: search, order and row actions, drawn as it scrolls; cards on a phone. */
export function ResourceTable<Row extends { id: number }>(props: ResourceTableProps<Row>) {
  const { result, state, empty, exported, label, columns, nameOf, onOpen, actions, many } = props;
  const files = props.files ?? (exported ? [{ title: label, columns: () => columns, source: exported }] : []);
  const phone = useMediaQuery('(max-width: 40em)', undefined, { getInitialValueInEffect: false }) ?? false;
  const [density, turnDensity] = useDensity();
  const { selection, file } = useManyRows(files, props);
  const shown = {
    label,
    columns: columns.filter((column) => column.exported !== 'only'),
    nameOf,
    onOpen,
    actions,
    state,
    rows: result.data?.rows,
    choice: file && selection,
    density,
    dimmed: result.isPlaceholderData,
  };
  const manyRows = many && file && (
    <Suspense fallback={<span className={classes.place} data-two={!phone || undefined} />}>
      <ManyRows
        density={phone ? undefined : density}
        onDensity={turnDensity}
        selection={selection}
        source={many}
        file={file}
        nameOf={nameOf}
        count={result.data?.count ?? 0}
      />
    </Suspense>
  );

  const body = () => {
    if (result.isError && !result.data) return <FailedState error={result.error} onRetry={result.refetch} />;
    if (result.data?.rows.length === 0) return state.narrowed ? <NothingFound /> : empty;
    const { data, pageQuery } = result;
    const first = phone ? <ListCards {...shown} /> : <ListGrid {...shown} />;
    if (!data || !pageQuery || data.count <= state.pageSize) return first;
    const waiting = (
      <>
        {first}
        <ListRange from={1} to={data.rows.length} total={data.count} />
      </>
    );
    return (
      <Suspense fallback={waiting}>
        <LongList {...shown} first={data} pageQuery={pageQuery} phone={phone} />
      </Suspense>
    );
  };

  return (
    <Paper className={classes.table} withBorder={!phone}>
      <TableBar state={state} searchable={props.searchable} filters={props.filters} files={files} many={!selection.chosen && manyRows} />
      {selection.chosen && <div className={classes.chosen}>{manyRows}</div>}
      {body()}
    </Paper>
  );
}

/** The selection of rows, and the list's own file; others are of its parts. No file without a selection. */
function useManyRows<Row extends { id: number }>(files: readonly ListFile[], { many, result }: ResourceTableProps<Row>) {
  const file = files.find(({ source }) => source.resource === many?.resource && source.path === undefined && source.one === undefined);
  return { file, selection: useSelection<Row>(file?.source, result.data?.rows) };
}

interface TableBarProps {
  state: ListState;
  searchable: boolean | undefined;
  filters: ReactNode;
  files: readonly ListFile[];
  many: ReactNode;
}

/** Search, filters and files above the rows. */
function TableBar({ state, searchable = true, filters, files, many }: TableBarProps) {
  const { t } = useTranslation('core');
  if (!searchable && !filters && files.length === 0) return null;
  return (
    <Group className={classes.bar} gap="xs">
      {searchable && (
        <TextInput
          className={classes.search}
          type="search"
          maxLength={200}
          value={state.search}
          onChange={(event) => state.setSearch(event.currentTarget.value)}
          placeholder={t('core:actions.search')}
          aria-label={t('core:actions.search')}
          leftSection={<IconSearch size={16} aria-hidden />}
          rightSection={state.search && <CloseButton size="sm" aria-label={t('core:actions.reset')} onClick={() => state.setSearch('')} />}
        />
      )}
      {filters}
      {(searchable || filters) && (
        <Button
          variant="subtle"
          color="gray"
          size="sm"
          px="xs"
          leftSection={<IconRotate size={16} stroke={1.6} aria-hidden />}
          onClick={state.reset}
        >
          {t('core:actions.reset')}
        </Button>
      )}
      {files.length > 0 && (
        <Group gap={4} className={classes.files}>
          {many}
          <ListImport files={files} />
          <ListExport files={files} search={state.search} />
        </Group>
      )}
    </Group>
  );
}
