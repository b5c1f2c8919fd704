import { useEffect, useMemo, useRef, useState } from 'react';
import { createFollower, type LineView, type ScaleGoal } from '#common/scale/follow.ts';
import type { ScheduleRow } from '#contract/operations/feedings.ts';
import type { Draft, Line } from './draft.ts';
import { followReadings } from './indicator.ts';
import { signal } from './signal.ts';

interface ScaleLineWork {
  row: ScheduleRow;
  draft: Draft;
  line: Line;
  lines: readonly Line[];
  isPaused: boolean;
  /** Records a line that is complete. */
  onDone: (part: number) => void;
  /** Stores the indicator's weight at the start of the line. */
  onStart: (kg: number) => void;
}

/** Follows the indicator through the current line: its view after each reading, and the next line when it is complete. */
export function useScaleLine(work: ScaleLineWork) {
  const { row, draft, line, lines } = work;
  const [view, setView] = useState<LineView | null>(null);
  const direction = draft.stage === 'load' ? 1 : -1;
  const follower = useMemo(() => {
    const sensitivity = direction === 1 ? row.loading_sensitivity : row.unloading_sensitivity;
    return createFollower({ sensitivity, seconds: row.auto_transition_time });
  }, [direction, row.loading_sensitivity, row.unloading_sensitivity, row.auto_transition_time]);
  const toGoal = ({ id, plan, tolerance }: Line): ScaleGoal => ({ id, plan, tolerance, direction });
  const latest = useRef(work);
  const done = useRef<number | null>(null);
  useEffect(() => {
    latest.current = work;
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a stored start of the same line comes from this follower
  useEffect(() => {
    follower.begin(draft.scaleStart ?? null);
    setView(null);
    done.current = null;
  }, [follower, line.id]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the latest work is read at each reading
  useEffect(
    () =>
      followReadings((reading) => {
        const { line, lines, draft, isPaused, onDone, onStart } = latest.current;
        // A complete line is recorded once, although readings arrive before the next line is shown.
        if (done.current === line.id) return;
        const others = lines.filter(({ id }) => id !== line.id && !draft.marks[id]).map(toGoal);
        const hadStart = follower.readStart() !== null;
        const next = follower.add(reading, toGoal(line), others);
        const start = follower.readStart();
        if (!hadStart && start !== null) onStart(start);
        setView(next);
        if (isPaused || !next.isDone || next.steadyPart === null) return;
        done.current = line.id;
        onDone(next.steadyPart);
      }),
    [follower],
  );

  const warning = view?.warning?.kind ?? null;
  useEffect(() => {
    if (warning) signal();
  }, [warning]);

  return {
    view,
    other: view?.warning?.kind === 'other' ? lines.find(({ id }) => view.warning?.kind === 'other' && id === view.warning.id) : undefined,
    /** From now on, the present weight of the indicator is this part of the line. */
    continueAt(part: number) {
      if (!view) return;
      follower.continueAt(part, view.kg, direction);
      const start = follower.readStart();
      if (start !== null) work.onStart(start);
    },
  };
}
