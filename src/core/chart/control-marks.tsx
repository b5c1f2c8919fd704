import type { ControlPoint } from '#common/files/drawn-charts.ts';

interface PointProps {
  cx?: number | undefined;
  cy?: number | undefined;
  payload?: ControlPoint | undefined;
  text: string;
}

/** An average outside of its limits points to the side that it left them on: it is inTip by its shape, and by its words when one points at it. */
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

/** On its line, at the end that is newest; what is drawn beneath it stays legible. */
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
