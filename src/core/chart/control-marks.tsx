import type { ControlPoint } from '#common/files/drawn-charts.ts';

interface PointProps {
  cx?: number | undefined;
  cy?: number | undefined;
  payload?: ControlPoint | undefined;
  text: string;
}

/** An average outside its limits points to its side: visible by shape, and in words in the tooltip. */
export function OutMark({ cx, cy, payload, text }: PointProps) {
  if (!payload?.out || cx === undefined || cy === undefined) return null;
  const up = payload.out > 0 ? 1 : -1;
  return (
    <path d={`M${cx - 5} ${cy + 4 * up}h10l-5 ${-9 * up}z`} fill="var(--beyond)" stroke="var(--surface)" data-out={payload.out}>
      <title>{`${payload.name}: ${text}`}</title>
    </path>
  );
}

export interface LevelProps {
  viewBox?: { x?: number; y?: number; width?: number };
}

/** At the newest end of its line, above the drawing. */
export const LevelText = ({ viewBox: { x = 0, y = 0, width = 0 } = {}, text }: LevelProps & { text: string }) => (
  <text
    x={x + width - 2}
    y={y - 4}
    textAnchor="end"
    fontSize={11}
    fill="var(--mantine-color-text)"
    stroke="var(--surface)"
    strokeWidth={3}
    paintOrder="stroke"
  >
    {text}
  </text>
);
