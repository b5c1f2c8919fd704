import { useElementSize } from '@mantine/hooks';
import { type KeyboardEvent, type SVGProps, useRef, useState } from 'react';
import { HEAT_COVER, heatHue, heatMapOf, heatRows } from '#common/files/heat-map.ts';
import classes from './chart.module.css';
import type { DrawingProps } from './drawing.tsx';
import {
  columnHeaderAt,
  HEAD_LINE,
  headingLines,
  LEAST_NAME,
  lineHeightIn,
  nextPlace,
  PADDING,
  type Place,
  ROW_HEADER,
  roomOf,
  rowAt,
  shorten,
} from './heat-map-layout.ts';

/** Width of a column in px: minimum for values, maximum for a heading's longest word, and maximum with free space. */
const [NARROWEST, WIDEST, ROOMY] = [36, 110, 200];

/** Sizes of a map in px: names and headings come first, and cells share the rest. */
function layOut({ headings, lines, side }: HeatMapTexts, width: number, height: number) {
  const longestWord = Math.min(WIDEST, roomOf(headings.flatMap((heading) => heading.split(' '))));
  const needed = Math.max(NARROWEST, longestWord, roomOf(lines.flatMap(({ cells }) => cells.map(({ text }) => text))));
  const names = roomOf([side, ...lines.map(({ name }) => name)]);
  const nameRoom = Math.min(names, Math.max(LEAST_NAME, width - needed * headings.length));
  const cellWidth = Math.max(needed, Math.min(ROOMY, Math.floor((width - nameRoom) / headings.length)));
  const heads = headings.map((heading) => headingLines(heading, cellWidth - PADDING));
  const headHeight = HEAD_LINE * Math.max(...heads.map(({ length }) => length)) + 6;
  const lineHeight = lineHeightIn(height - headHeight, lines.length);
  const size = { width: nameRoom + cellWidth * headings.length, height: headHeight + lineHeight * lines.length };
  return { nameRoom, cellWidth, heads, headHeight, lineHeight, size };
}

type HeatMapTexts = ReturnType<typeof heatMapOf>;
type HeatLayout = ReturnType<typeof layOut>;

/**
 * Rows of coloured cells with their values. The map is one tab stop; arrows move between cells, each of which names its row, heading and
 * value.
 */
export function HeatMap({ series, format, onPoint }: DrawingProps) {
  const { ref, width, height } = useElementSize<HTMLDivElement>();
  const grid = useRef<SVGSVGElement>(null);
  const [place, setPlace] = useState<Place>([0, 0]);
  const { side } = series;
  if (!side) return null;
  const map = heatMapOf({ ...series, side }, format);
  const rows = heatRows({ ...series, side });
  const { headings, lines, unit } = map;
  const unitWord = unit ? ` ${unit}` : '';
  const layout = layOut(map, width, height);
  const { nameRoom, headHeight, lineHeight, size } = layout;
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

  // Later elements are on top: names above scrolling cells, and headings above both.
  return (
    // biome-ignore lint/a11y/useSemanticElements: see rowAt
    <div
      ref={ref}
      role="grid"
      aria-label={series.title}
      aria-rowcount={lines.length + 1}
      aria-colcount={headings.length + 1}
      className={classes.heat}
      style={{ scrollPadding: `${headHeight}px 0 0 ${nameRoom}px` }}
      onScroll={({ currentTarget: { style, scrollLeft, scrollTop } }) => {
        style.setProperty('--left', `${scrollLeft}px`);
        style.setProperty('--top', `${scrollTop}px`);
      }}
    >
      <svg ref={grid} role="presentation" viewBox={`0 0 ${size.width} ${size.height}`} {...size}>
        {lines.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
          <g key={at} {...rowAt(at + 2)} transform={`translate(0 ${headHeight + at * lineHeight})`}>
            {line.cells.map(({ text, heat }, column) => {
              const row = rows[at]?.[column];
              return (
                <HeatCell
                  // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other identity
                  key={column}
                  at={[at, column]}
                  layout={layout}
                  text={text}
                  words={`${line.name}, ${headings[column]}: ${text}${heat === null ? '' : unitWord}`}
                  fill={heat ? `var(--${heatHue(map, heat)})` : 'var(--surface)'}
                  cover={heat ? Math.abs(heat) * HEAT_COVER : 1}
                  tabIndex={at === stopLine && column === stopColumn ? 0 : -1}
                  data-leads={(onPoint && row !== null) || undefined}
                  onClick={() => row && onPoint?.(row)}
                  onFocus={() => setPlace([at, column])}
                  onKeyDown={(event) => onKeyDown(event, [at, column])}
                />
              );
            })}
            <g {...ROW_HEADER} className={classes.heatSide}>
              <title>{line.name}</title>
              <rect width={nameRoom} height={lineHeight} fill="var(--mantine-color-body)" />
              <text y={lineHeight / 2} dominantBaseline="central" className={classes.heatName}>
                {shorten(line.name, nameRoom - PADDING)}
              </text>
            </g>
          </g>
        ))}
        <HeatHead layout={layout} headings={headings} side={map.side} />
      </svg>
    </div>
  );
}

interface HeatCellProps extends SVGProps<SVGGElement> {
  at: Place;
  layout: HeatLayout;
  text: string;
  /** Row, heading and value, for screen readers. */
  words: string;
  /** The share of the colour, from 0 to 1. */
  cover: number;
}

function HeatCell({ at: [line, column], layout: { nameRoom, cellWidth, lineHeight }, text, words, fill, cover, ...cell }: HeatCellProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: see rowAt
    <g
      role="gridcell"
      aria-colindex={column + 2}
      data-cell={`${line}-${column}`}
      aria-label={words}
      className={classes.heatCell}
      transform={`translate(${nameRoom + column * cellWidth} 0)`}
      {...cell}
    >
      <title>{words}</title>
      <rect x={1} y={1} width={cellWidth - 2} height={lineHeight - 2} rx={2} fill={fill} fillOpacity={cover} stroke="var(--line)" />
      <text
        x={cellWidth - PADDING}
        y={lineHeight / 2}
        dominantBaseline="central"
        textAnchor="end"
        fontSize={12}
        fill="var(--mantine-color-text)"
      >
        {text}
      </text>
    </g>
  );
}

interface HeatHeadProps {
  layout: HeatLayout;
  headings: readonly string[];
  side: string;
}

/** The headings above the cells, and the heading of the names. */
function HeatHead({ layout: { nameRoom, cellWidth, heads, headHeight, size }, headings, side }: HeatHeadProps) {
  return (
    <g {...rowAt(1)} className={classes.heatHead}>
      <rect width={size.width} height={headHeight} fill="var(--mantine-color-body)" />
      {heads.map((heading, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: headings have no other identity
        <g key={at} {...columnHeaderAt(at + 2)}>
          <title>{headings[at]}</title>
          {heading.map((text, line) => (
            <text
              key={text}
              x={nameRoom + cellWidth * (at + 1) - PADDING}
              y={headHeight - 8 - HEAD_LINE * (heading.length - 1 - line)}
              textAnchor="end"
              className={classes.heatName}
            >
              {text}
            </text>
          ))}
        </g>
      ))}
      <g {...columnHeaderAt(1)} className={classes.heatSide}>
        <rect width={nameRoom} height={headHeight} fill="var(--mantine-color-body)" />
        <text y={headHeight - 8} className={classes.heatName}>
          {shorten(side, nameRoom - PADDING)}
        </text>
      </g>
    </g>
  );
}
