import { useElementSize } from '@mantine/hooks';
import { type KeyboardEvent, useRef, useState } from 'react';
import { HEAT_COVER, heatHue, heatMapOf, heatRows } from '#common/files/heat-map.ts';
import classes from './chart.module.css';
import type { DrawingProps } from './drawing.tsx';

/** A table's roles, for a picture can be made of SVG alone, which has no elements of them. */
const ROW = { role: 'row' };
const COLUMN_HEADER = { role: 'columnheader' };
const ROW_HEADER = { role: 'rowheader' };

const LINE_HEIGHT = 26;
const HEAD_HEIGHT = 22;
const CHARACTER = 6.8;
/** A name has room for so many characters, a column is so wide at least and at most. */
const NAME_CHARACTERS = 20;
const [NARROWEST, WIDEST] = [44, 110];
const shorten = (text: string, room: number) => (text.length > room ? `${text.slice(0, room - 1)}…` : text);
const roomOf = (texts: readonly string[]) => Math.max(...texts.map(({ length }) => length)) * CHARACTER + 12;

/** Where a key leads from a cell; undefined when it doesn't. */
function nextPlace(key: string, [line, column]: Place, [lines, columns]: Place): Place | undefined {
  const within = (to: number, of: number) => Math.max(0, Math.min(of - 1, to));
  switch (key) {
    case 'ArrowUp':
      return [within(line - 1, lines), column];
    case 'ArrowDown':
      return [within(line + 1, lines), column];
    case 'ArrowLeft':
      return [line, within(column - 1, columns)];
    case 'ArrowRight':
      return [line, within(column + 1, columns)];
    case 'Home':
      return [line, 0];
    case 'End':
      return [line, columns - 1];
    default:
      return undefined;
  }
}
type Place = [line: number, column: number];

/**
 * Lines of coloured cells, each with its value in it. It is one stop of the keyboard; arrows go from cell to cell, each of which says its line, its
 * heading and its value.
 */
export function HeatMap({ series, format, onPoint }: DrawingProps) {
  const { ref, width } = useElementSize<HTMLDivElement>();
  const grid = useRef<SVGSVGElement>(null);
  const [place, setPlace] = useState<Place>([0, 0]);
  const { side } = series;
  if (!side) return null;
  const map = heatMapOf({ ...series, side }, format);
  const rows = heatRows({ ...series, side });
  const { headings, lines, unit } = map;
  const nameRoom = Math.min(roomOf(lines.map(({ name }) => name)), NAME_CHARACTERS * CHARACTER);
  const needed = roomOf([...headings, ...lines.flatMap(({ cells }) => cells.map(({ text }) => text))]);
  const cellWidth = Math.max(NARROWEST, needed, Math.min(WIDEST, Math.floor((width - nameRoom) / headings.length)));
  const size = { width: nameRoom + cellWidth * headings.length, height: HEAD_HEIGHT + LINE_HEIGHT * lines.length };
  const [stopLine, stopColumn] = [Math.min(place[0], lines.length - 1), Math.min(place[1], headings.length - 1)];

  const onKeyDown = (event: KeyboardEvent<SVGGElement>, at: Place) => {
    const row = rows[at[0]]?.[at[1]];
    if (onPoint && row && (event.key === 'Enter' || event.key === ' ')) {
      event.preventDefault();
      onPoint(row);
      return;
    }
    const next = nextPlace(event.key, at, [lines.length, headings.length]);
    if (!next) return;
    event.preventDefault();
    setPlace(next);
    grid.current?.querySelector<SVGGElement>(`[data-cell="${next[0]}-${next[1]}"]`)?.focus();
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: see ROW
    <div
      ref={ref}
      role="grid"
      aria-label={series.title}
      aria-rowcount={lines.length + 1}
      aria-colcount={headings.length + 1}
      className={classes.heat}
    >
      <svg ref={grid} role="presentation" viewBox={`0 0 ${size.width} ${size.height}`} {...size}>
        <g {...ROW}>
          {[map.side, ...headings].map((heading, at) => (
            <text
              // biome-ignore lint/suspicious/noArrayIndexKey: headings have no other identity
              key={at}
              {...COLUMN_HEADER}
              x={at === 0 ? 0 : nameRoom + cellWidth * at - 8}
              y={HEAD_HEIGHT - 8}
              textAnchor={at === 0 ? 'start' : 'end'}
              className={classes.heatName}
            >
              {at === 0 ? shorten(heading, NAME_CHARACTERS - 2) : heading}
            </text>
          ))}
        </g>
        {lines.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
          <g key={at} {...ROW} transform={`translate(0 ${HEAD_HEIGHT + at * LINE_HEIGHT})`}>
            <text {...ROW_HEADER} y={LINE_HEIGHT / 2} dominantBaseline="central" className={classes.heatName}>
              <title>{line.name}</title>
              {shorten(line.name, NAME_CHARACTERS - 2)}
            </text>
            {line.cells.map(({ text, heat }, column) => {
              const row = rows[at]?.[column];
              const words = `${line.name}, ${headings[column]}: ${text}${heat === null || !unit ? '' : ` ${unit}`}`;
              return (
                // biome-ignore lint/a11y/useSemanticElements: see ROW
                <g
                  // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other identity
                  key={column}
                  role="gridcell"
                  tabIndex={at === stopLine && column === stopColumn ? 0 : -1}
                  data-cell={`${at}-${column}`}
                  aria-label={words}
                  className={classes.heatCell}
                  data-leads={(onPoint && row !== null) || undefined}
                  transform={`translate(${nameRoom + column * cellWidth} 0)`}
                  onClick={() => row && onPoint?.(row)}
                  onFocus={() => setPlace([at, column])}
                  onKeyDown={(event) => onKeyDown(event, [at, column])}
                >
                  <title>{words}</title>
                  <rect
                    x={1}
                    y={1}
                    width={cellWidth - 2}
                    height={LINE_HEIGHT - 2}
                    rx={2}
                    fill={heat ? `var(--${heatHue(map, heat)})` : 'var(--surface)'}
                    fillOpacity={heat ? Math.abs(heat) * HEAT_COVER : 1}
                    stroke="var(--line)"
                  />
                  <text
                    x={cellWidth - 8}
                    y={LINE_HEIGHT / 2}
                    dominantBaseline="central"
                    textAnchor="end"
                    fontSize={12}
                    fill="var(--mantine-color-text)"
                  >
                    {text}
                  </text>
                </g>
              );
            })}
          </g>
        ))}
      </svg>
    </div>
  );
}
