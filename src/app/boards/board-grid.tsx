import type { CSSProperties, ReactNode } from 'react';
import type { Range } from '#contract/periods.ts';
import type { BoardFigures, BoardTile } from '#contract/reports/boards.ts';
import { ErrorBoundary } from '#src/core/ui/failures.tsx';
import classes from './board.module.css';
import { type Place, toReadingOrder } from './layout.ts';
import { TileView } from './tile-view.tsx';

/** Height of a row and the space between rows in pixels, as in the style sheet. */
export const ROW_PX = 32;
export const GAP_PX = 16;
/** Height of a chart's heading with the card's padding. */
const AROUND_CHART_PX = 72;
const MIN_CHART_PX = 220;

/** The tile's columns and rows on the grid. */
export const placeStyle = ({ x, y, w, h }: Place): CSSProperties & Record<`--${string}`, string | number> => ({
  '--column': x + 1,
  '--columns': w,
  '--row': y + 1,
  '--rows': h,
  '--chart-height': `${Math.max(MIN_CHART_PX, h * ROW_PX + (h - 1) * GAP_PX - AROUND_CHART_PX)}px`,
});

interface BoardGridProps {
  tiles: readonly BoardTile[];
  figures: BoardFigures | undefined;
  renderBlock: (key: string) => ReactNode;
  links?: boolean;
  onDays?: ((days: Range) => void) | undefined;
}

/** The tiles of a board. A phone shows them in one column, from top to bottom and left to right. */
export function BoardGrid({ tiles, figures, renderBlock, links = true, onDays }: BoardGridProps) {
  const figuresById = new Map(figures?.tiles.map((one) => [one.id, one]));
  return (
    <div className={classes.grid}>
      {toReadingOrder(tiles).map((tile) => (
        <div key={tile.id} className={classes.tile} data-part={tile.part} style={placeStyle(tile)}>
          <ErrorBoundary>
            <TileView
              tile={tile}
              figures={figuresById.get(tile.id)}
              renderBlock={renderBlock}
              links={links}
              onDays={tile.own ? undefined : onDays}
            />
          </ErrorBoundary>
        </div>
      ))}
    </div>
  );
}
