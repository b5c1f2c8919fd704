import { round } from '#common/format/decimal.ts';
import { median } from '#common/statistics/ewma.ts';
import type { Reading } from './reader.ts';

/** Sensitivity in kg if the mixer has none. */
const USUAL_SENSITIVITY = 5;
/** Seconds of a steady weight if the mixer has no transition time. */
const USUAL_SECONDS = 3;
/** Milliseconds without a reading after which steadiness begins again. */
const MAX_GAP = 1000;
/** Milliseconds whose median is the shown weight. */
const SMOOTHING = 1000;
/** A warning needs a movement of this many sensitivities, because a mixer shakes. */
const WARNING_STEPS = 3;

export interface FollowSettings {
  /** Max spread in kg of a steady weight; 0 for the usual one. */
  sensitivity: number;
  /** Duration of a steady weight; 0 for the usual one. */
  seconds: number;
}

/** A feed to load (`direction` 1) or a group to feed (-1), in kg. */
export interface ScaleGoal {
  id: number;
  plan: number;
  tolerance: number;
  direction: 1 | -1;
}

export type ScaleWarning =
  /** The weight moves against the work: feed leaves during loading, or arrives during unloading. */
  | { kind: 'reversed'; part: number }
  /** More than planned. */
  | { kind: 'over' }
  /** The part is the plan of another line. */
  | { kind: 'other'; id: number };

export interface LineView {
  /** The indicator's weight. */
  kg: number;
  /** Weight of the line so far; null until its start is known. */
  part: number | null;
  /** The part if the weight is steady. */
  steadyPart: number | null;
  warning: ScaleWarning | null;
  /** True if the line is complete: the weight is steady and within tolerance. */
  isDone: boolean;
}

/** True if a steady part completes its line. A part below half of the plan, or below the sensitivity, never does. */
function isComplete({ plan, tolerance }: ScaleGoal, part: number, sensitivity: number): boolean {
  const allowed = Math.max(tolerance, sensitivity);
  return part > sensitivity && part >= Math.max(plan - allowed, plan / 2) && part <= plan + allowed;
}

/** Follows the weight of an indicator through the lines of a load. The state is the start of the present line and the last seconds. */
export function createFollower(settings: FollowSettings) {
  const sensitivity = settings.sensitivity || USUAL_SENSITIVITY;
  const window = (settings.seconds || USUAL_SECONDS) * 1000;
  let recent: Reading[] = [];
  /** Instant of the first reading without a later gap. */
  let since = 0;
  let base: number | null = null;
  let peak = 0;

  function remember(reading: Reading) {
    const last = recent.at(-1);
    if (!last || reading.at - last.at > MAX_GAP) {
      recent = [];
      since = reading.at;
    }
    recent = [...recent.filter(({ at }) => at >= reading.at - Math.max(window, SMOOTHING)), reading];
  }

  const listWeights = (from: number) => recent.filter(({ at }) => at >= from).map(({ kg }) => kg);

  /** The median of the window if its spread is within the sensitivity. */
  function findSteady(now: number): number | null {
    if (now - since < window) return null;
    const inWindow = recent.filter(({ at }) => at >= now - window);
    if (inWindow.some(({ isMoving }) => isMoving)) return null;
    const weights = inWindow.map(({ kg }) => kg);
    return Math.max(...weights) - Math.min(...weights) <= sensitivity ? median(weights) : null;
  }

  function findWarning(goal: ScaleGoal, others: readonly ScaleGoal[], part: number, steady: number | null): ScaleWarning | null {
    if (part < peak - WARNING_STEPS * sensitivity) return { kind: 'reversed', part: peak };
    const allowed = Math.max(goal.tolerance, sensitivity);
    const other = steady !== null && steady > goal.plan + allowed && others.find((one) => isComplete(one, steady, sensitivity));
    if (other) return { kind: 'other', id: other.id };
    return part > goal.plan + allowed + (steady === null ? WARNING_STEPS * sensitivity : 0) ? { kind: 'over' } : null;
  }

  return {
    /** Begins a line at a weight of the indicator; null if the next steady weight is the start. */
    begin(start: number | null) {
      base = start;
      peak = 0;
    },
    /** The weight of the indicator at the start of the line. */
    readStart: () => base,
    /** Adds a reading; `others` are the remaining lines without a weight. */
    add(reading: Reading, goal: ScaleGoal, others: readonly ScaleGoal[]): LineView {
      remember(reading);
      const kg = round(median(listWeights(reading.at - SMOOTHING)), 3);
      const steadyKg = findSteady(reading.at);
      base ??= steadyKg;
      if (base === null) return { kg, part: null, steadyPart: null, warning: null, isDone: false };
      const start = base;
      const toPart = (weight: number) => round(goal.direction * (weight - start), 3);
      const part = toPart(kg);
      const steadyPart = steadyKg === null ? null : toPart(steadyKg);
      if (steadyPart !== null) peak = Math.max(peak, steadyPart);
      const warning = findWarning(goal, others, part, steadyPart);
      const isDone = warning === null && steadyPart !== null && isComplete(goal, steadyPart, sensitivity);
      return { kg, part, steadyPart, warning, isDone };
    },
    /** Resolves a reversed weight: from now on, the present weight of the indicator is this part of the line. */
    continueAt(part: number, kg: number, direction: 1 | -1) {
      base = round(kg - direction * part, 3);
      peak = part;
    },
  };
}
