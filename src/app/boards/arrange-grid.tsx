import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BOARD_COLUMNS, type BoardFigures, type BoardTile } from '#contract/reports/boards.ts';
import arranging from './arrange.module.css';
import classes from './board.module.css';
import { GAP_PX, placeStyle, ROW_PX } from './board-grid.tsx';
import { moveTile, removeTile, resizeTile, type Step, toReadingOrder } from './layout.ts';
import { TileView, useTileName } from './tile-view.tsx';

const ARROWS: Readonly<Record<string, Step>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

type Way = 'move' | 'size';
const CHANGES = { move: moveTile<BoardTile>, size: resizeTile<BoardTile> };

interface ArrangeGridProps {
  tiles: readonly BoardTile[];
  figures: BoardFigures | undefined;
  renderBlock: (key: string) => ReactNode;
  onChange: (tiles: BoardTile[]) => void;
}

/** Tiles that people move and resize by pointer or by arrow keys. Their contents can't be used meanwhile. */
export function ArrangeGrid({ tiles, figures, renderBlock, onChange }: ArrangeGridProps) {
  const { t } = useTranslation('boards');
  const grid = useRef<HTMLDivElement>(null);
  const drag = useRef<{ way: Way; id: string; x: number; y: number; from: readonly BoardTile[] } | null>(null);
  const [place, setPlace] = useState('');
  const nameTile = useTileName();
  const figuresById = new Map(figures?.tiles.map((one) => [one.id, one]));

  const change = (way: Way, id: string, step: Step, from = tiles) => {
    const next = CHANGES[way](from, id, step);
    const tile = next.find((one) => one.id === id);
    if (!tile) return;
    onChange(next);
    const { x, y, w, h } = tile;
    setPlace(t('boards:place', { name: nameTile(tile, figuresById.get(id)), x: x + 1, y: y + 1, w, h }));
  };
  const onKey = (way: Way, id: string) => (event: KeyboardEvent) => {
    const step = ARROWS[event.key];
    if (!step) return;
    event.preventDefault();
    change(event.shiftKey ? 'size' : way, id, step);
  };
  const onDown = (way: Way, id: string) => (event: PointerEvent<HTMLButtonElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { way, id, x: event.clientX, y: event.clientY, from: tiles };
  };
  const onMove = (event: PointerEvent) => {
    if (!drag.current || !grid.current) return;
    const { way, id, x, y, from } = drag.current;
    const column = (grid.current.getBoundingClientRect().width + GAP_PX) / BOARD_COLUMNS;
    change(way, id, { x: Math.round((event.clientX - x) / column), y: Math.round((event.clientY - y) / (ROW_PX + GAP_PX)) }, from);
  };
  const onUp = () => {
    drag.current = null;
  };
  const pointer = (way: Way, id: string) => ({
    onKeyDown: onKey(way, id),
    onPointerDown: onDown(way, id),
    onPointerMove: onMove,
    onPointerUp: onUp,
    onPointerCancel: onUp,
  });

  return (
    <>
      <div ref={grid} className={`${classes.grid} ${arranging.arranged}`}>
        {toReadingOrder(tiles).map((tile) => {
          const name = nameTile(tile, figuresById.get(tile.id)) || t(`boards:problem.${figuresById.get(tile.id)?.problem ?? 'gone'}`);
          return (
            <div key={tile.id} className={classes.tile} data-part={tile.part} style={placeStyle(tile)}>
              <div className={arranging.content} inert>
                <TileView tile={tile} figures={figuresById.get(tile.id)} renderBlock={renderBlock} links={false} />
              </div>
              <div className={arranging.handles}>
                <button type="button" className={arranging.move} aria-label={t('boards:move', { name })} {...pointer('move', tile.id)}>
                  <span>{name}</span>
                </button>
                <ActionIcon
                  className={arranging.remove}
                  variant="default"
                  size={32}
                  aria-label={t('boards:remove', { name })}
                  onClick={() => onChange(removeTile(tiles, tile.id))}
                >
                  <IconX size={16} aria-hidden />
                </ActionIcon>
                <button
                  type="button"
                  className={arranging.resize}
                  aria-label={t('boards:resize', { name })}
                  {...pointer('size', tile.id)}
                />
              </div>
            </div>
          );
        })}
      </div>
      <p role="status" className={classes.note}>
        {place || t('boards:arrange_hint')}
      </p>
    </>
  );
}
