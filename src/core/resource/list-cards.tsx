import { Checkbox, Group, Paper, Skeleton, Text, UnstyledButton } from '@mantine/core';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Formatter } from '#common/format/formatter.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { SKELETON_ROWS } from '#src/core/ui/table-skeleton.tsx';
import type { ListColumn } from './column.ts';
import classes from './list-cards.module.css';
import { ListCell } from './list-cell.tsx';
import { type ListProps, type RowChoice, withoutGaps } from './list-grid.tsx';
import type { ListLine, ListWindow } from './list-window.ts';
import { RowActions } from './row-actions.tsx';

/** Ms of a press that selects a card, as on phones' own lists. */
const LONG_PRESS_MS = 500;

/** The press that may become long; a phone has one at a time. */
let press: ReturnType<typeof setTimeout> | undefined;

/** Starts to select rows with a long press. The click at its end is ignored. */
function pressLong<Row>(choice: RowChoice<Row> | undefined, row: Row) {
  if (!choice || choice.chosen) return {};
  const stop = () => clearTimeout(press);
  return {
    onPointerDown: ({ pointerType }: { pointerType: string }) => {
      if (pointerType !== 'mouse') press = setTimeout(() => choice.choose(row, false), LONG_PRESS_MS);
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onPointerLeave: stop,
  };
}

const waiting = Array.from({ length: SKELETON_ROWS }, (_, index) => index);

const listFacts = <Row extends object>(columns: readonly ListColumn<Row>[]) => columns.slice(1).filter((column) => !column.secondary);

/** Height in px of a card with these facts, without the gap below. */
export const cardHeight = (columns: readonly ListColumn<never>[]) => 56 + listFacts(columns).length * 24;

/** The rows for a phone: one card each, with the first column as heading. */
export function ListCards<Row extends { id: number }>({
  label,
  columns,
  rows,
  nameOf,
  onOpen,
  actions,
  dimmed,
  choice,
  part,
}: ListProps<Row>) {
  const { t } = useTranslation('core');
  const format = useFormat();
  const lines = part?.lines ?? withoutGaps(rows);
  const height = cardHeight(columns);

  if (!lines) {
    return (
      <div aria-busy="true" role="status" aria-label={t('core:loading')}>
        {waiting.map((index) => (
          <div key={index} className={classes.item}>
            <Skeleton height={height} radius="sm" data-skeleton />
          </div>
        ))}
      </div>
    );
  }
  return (
    <ul className={classes.list} aria-label={label} data-dimmed={dimmed || undefined}>
      {lines.map((line) => (
        <Card
          key={part ? line.index : line.row?.id}
          {...line}
          height={height}
          columns={columns}
          format={format}
          nameOf={nameOf}
          onOpen={onOpen}
          actions={actions}
          choice={choice}
          count={part?.count}
          measure={part?.measure}
        />
      ))}
      {part && <li aria-hidden style={{ height: part.after }} />}
    </ul>
  );
}

type CardProps<Row extends { id: number }> = ListLine<Row> &
  Pick<ListProps<Row>, 'columns' | 'nameOf' | 'onOpen' | 'actions' | 'choice'> & {
    format: Formatter;
    height: number;
    /** Number of rows of a long list, which numbers its cards. */
    count?: number;
    measure?: ListWindow<Row>['measure'];
  };

function OneCard<Row extends { id: number }>(props: CardProps<Row>) {
  const { index, row, gap, columns, format, nameOf, onOpen, actions, choice, height, count, measure } = props;
  const chosen = choice?.chosen;
  const { t } = useTranslation('core');
  const [first] = columns;
  const place = measure && { ref: measure, 'data-index': index, 'aria-posinset': index + 1, 'aria-setsize': count };
  return (
    <>
      {gap > 0 && <li aria-hidden style={{ height: gap }} />}
      <li {...place} className={classes.item}>
        {row ? (
          <Paper withBorder className={classes.card} data-chosen={chosen?.has(row.id) || undefined} {...pressLong(choice, row)}>
            <Group justify="space-between" wrap="nowrap" mih={36}>
              {choice && chosen ? (
                <Checkbox
                  className={classes.name}
                  label={first && <ListCell column={first} row={row} format={format} />}
                  checked={chosen.has(row.id)}
                  onChange={() => choice.choose(row, false)}
                />
              ) : onOpen ? (
                <UnstyledButton className={classes.name} onClick={() => onOpen(row)}>
                  {first && <ListCell column={first} row={row} format={format} />}
                </UnstyledButton>
              ) : (
                <Text fw={600} component="div">
                  {first && <ListCell column={first} row={row} format={format} />}
                </Text>
              )}
              {actions && <RowActions actions={actions(row)} name={nameOf(row)} />}
            </Group>
            <dl className={classes.facts}>
              {listFacts(columns).map((column) => {
                const key = column.kind && format.unit(column.kind);
                return (
                  <div key={column.key}>
                    <dt>{column.label + (key ? `, ${t(key, format.unitValues)}` : '')}</dt>
                    <dd>
                      <ListCell column={column} row={row} format={format} />
                    </dd>
                  </div>
                );
              })}
            </dl>
          </Paper>
        ) : (
          <Skeleton height={height} radius="sm" data-skeleton />
        )}
      </li>
    </>
  );
}

const Card = memo(OneCard) as typeof OneCard;
