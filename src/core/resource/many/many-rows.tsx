import { ActionIcon, Button, Group, List, Text, Tooltip } from '@mantine/core';
import {
  IconArrowsExchange,
  IconBaselineDensityLarge,
  IconBaselineDensitySmall,
  IconListCheck,
  IconPencil,
  IconTrash,
  IconX,
} from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '#src/core/api/error-text.ts';
import type { Density } from '#src/core/layout/density.ts';
import { ListExport } from '#src/core/resource/list-export.tsx';
import type { ListFile } from '#src/core/resource/list-file.ts';
import { refresh } from '#src/core/resource/queries.ts';
import { ask } from '#src/core/ui/question.ts';
import { toast } from '#src/core/ui/toast.ts';
import { ChangeMany } from './change-many.tsx';
import { type ChangeableField, findChangeable } from './changeable.ts';
import classes from './many-rows.module.css';
import type { ManySource } from './many-source.ts';
import { type Refused, removeMany, restoreMany } from './remove-many.ts';
import type { Selection } from './use-selection.ts';

interface ManyRowsProps<Row extends { id: number }> {
  selection: Selection<Row>;
  source: ManySource<Row>;
  file: ListFile | undefined;
  nameOf: (row: Row) => string;
  /** Number of all matching rows. */
  count: number;
  /** Undefined for cards. */
  density: Density | undefined;
  onDensity: () => void;
}

/** The buttons that begin to select rows of a list and change its density; then the actions of the chosen rows instead. */
export function ManyRows<Row extends { id: number }>(props: ManyRowsProps<Row>) {
  const { t } = useTranslation(['many', 'reports']);
  const { selection, density, onDensity } = props;
  if (selection.chosen) return <ChosenRows {...props} chosen={selection.chosen} />;
  const isCompact = density === 'compact';
  const turn = t(isCompact ? 'reports:grid.comfortable' : 'reports:grid.compact');
  return (
    <>
      <Tooltip label={t('many:select')}>
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={t('many:select')} onClick={selection.begin}>
          <IconListCheck size={18} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Tooltip>
      {density && (
        <Tooltip label={turn}>
          <ActionIcon variant="subtle" color="gray" size={36} aria-label={turn} onClick={onDensity}>
            {isCompact ? <IconBaselineDensityLarge size={18} aria-hidden /> : <IconBaselineDensitySmall size={18} aria-hidden />}
          </ActionIcon>
        </Tooltip>
      )}
    </>
  );
}

function ChosenRows<Row extends { id: number }>(props: ManyRowsProps<Row> & { chosen: ReadonlyMap<number, Row> }) {
  const { selection, source, file, count, chosen } = props;
  const { t } = useTranslation(['many', 'core']);
  const [changing, setChanging] = useState<readonly ChangeableField[] | null>(null);
  const { remove, progress } = useRemoveMany(props);
  const fields = findChangeable(file, t);
  const places = fields.filter(({ isPlace }) => isPlace);
  const others = fields.filter(({ isPlace }) => !isPlace);
  const isNone = chosen.size === 0;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would have a frame
    <div
      className={classes.bar}
      role="group"
      aria-label={t('many:select')}
      onKeyDown={(event) => {
        if (event.key === 'Escape') selection.end();
      }}
    >
      <Text fw={600} role="status">
        {progress ?? t('many:chosen', { number: chosen.size })}
      </Text>
      {chosen.size < count && (
        <Button variant="subtle" size="compact-sm" onClick={() => void selection.chooseAll()}>
          {t('many:all', { number: count })}
        </Button>
      )}
      <Group gap={4} className={classes.actions}>
        {others.length > 0 && (
          <Button {...button} disabled={isNone} leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setChanging(others)}>
            {t('many:change')}
          </Button>
        )}
        {places.length > 0 && (
          <Button
            {...button}
            disabled={isNone}
            leftSection={<IconArrowsExchange size={16} aria-hidden />}
            onClick={() => setChanging(places)}
          >
            {t('many:move')}
          </Button>
        )}
        {source.mayRemove && (
          <Button
            {...button}
            color="red"
            disabled={isNone || progress !== null}
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => void remove()}
          >
            {t('core:actions.delete')}
          </Button>
        )}
        {file && !isNone && <ListExport files={[file]} search="" only={chosen} />}
        <Tooltip label={t('many:done')}>
          <ActionIcon variant="subtle" color="gray" size={36} aria-label={t('many:done')} onClick={selection.end}>
            <IconX size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Group>
      {changing && file && (
        <Suspense>
          <ChangeMany file={file} fields={changing} chosen={chosen} onClose={() => setChanging(null)} />
        </Suspense>
      )}
    </div>
  );
}

const button = { variant: 'default', size: 'compact-sm' } as const;

/** Deletes the chosen rows, offers an undo for those that were deleted, and names each refused row with its reason. */
function useRemoveMany<Row extends { id: number }>({ selection, source, nameOf }: ManyRowsProps<Row>) {
  const { t } = useTranslation(['many', 'core']);
  const [progress, setProgress] = useState<string | null>(null);
  const { resource, farm, touches = [] } = source;
  const refreshAll = () => refresh(resource, ...touches);
  const showRefused = (title: string, refused: readonly Refused<Row>[]) =>
    ask({
      title,
      confirm: t('core:actions.close'),
      notice: true,
      body: ({ answer }) => <RefusedRows refused={refused} nameOf={nameOf} onClose={() => answer(false)} />,
    });

  const restore = async (rows: readonly Row[]) => {
    const { done, refused } = await restoreMany(resource, rows, farm);
    if (done.length > 0) toast.success(t('many:restored', { number: done.length }));
    await refreshAll();
    if (refused.length > 0) await showRefused(t('many:not_restored', { number: refused.length }), refused);
  };

  const remove = async () => {
    const rows = [...(selection.chosen?.values() ?? [])].filter(source.isRemovable);
    if (rows.length === 0) return;
    const undoable = !resource.final;
    const agreed = await ask({
      title: t('many:delete', { number: rows.length }),
      text: t(undoable ? 'core:confirm.undoable' : 'core:confirm.irreversible'),
      confirm: t('core:actions.delete'),
      danger: true,
    });
    if (!agreed) return;
    let deleted = 0;
    const showProgress = () => setProgress(t('many:progress', { done: deleted, number: rows.length }));
    showProgress();
    const { done, refused } = await removeMany(resource, rows, farm, () => {
      deleted += 1;
      showProgress();
    });
    setProgress(null);
    const text = t('many:deleted', { number: done.length });
    if (done.length > 0) toast.success(text, undoable ? { label: t('core:actions.undo'), onClick: () => void restore(done) } : undefined);
    selection.keep(refused.map(({ row }) => row));
    await refreshAll();
    if (refused.length > 0) await showRefused(t('many:not_deleted', { number: refused.length }), refused);
  };
  return { remove, progress };
}

interface RefusedRowsProps<Row> {
  refused: readonly Refused<Row>[];
  nameOf: (row: Row) => string;
  onClose: () => void;
}

function RefusedRows<Row extends { id: number }>({ refused, nameOf, onClose }: RefusedRowsProps<Row>) {
  const { t } = useTranslation('core');
  return (
    <>
      <List size="sm">
        {refused.map(({ row, error }) => (
          <List.Item key={row.id}>
            <b>{nameOf(row)}</b>: {failureText(t, error)}
          </List.Item>
        ))}
      </List>
      <Group justify="flex-end" mt="lg">
        <Button data-autofocus onClick={onClose}>
          {t('core:actions.close')}
        </Button>
      </Group>
    </>
  );
}
