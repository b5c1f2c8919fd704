import type { ScheduleRow } from '#contract/operations/feedings.ts';

/** One line of a recording: an ingredient that goes in, or a group that gets its part. */
export interface Line {
  id: number;
  name: string;
  plan: number;
}

export interface Mark {
  weight: number;
  started_at: string | null;
  seconds: number | null;
}

export type Stage = 'load' | 'upload';

/** What is being recorded, as this device knows it. */
export interface Draft {
  stage: Stage;
  /** Who was chosen as operator; null while nobody was. */
  operator: number | null;
  /** null until begun. */
  started_at: string | null;
  /** The line on screen; null when each has its weight. */
  current: number | null;
  line_started_at: string | null;
  /** What stands on the number pad. */
  typed: string;
  /** What stands there is an old or an offered weight: the first key takes its place. */
  replace?: boolean;
  /** What stands there is what the scale reads, rather than the line's own part; unsaid, as the device was used last. */
  byScale?: boolean;
  marks: Readonly<Record<number, Mark>>;
  mixing_since: string | null;
  /** What this device loaded, before the server has said so. */
  loaded: number | null;
  /** Unloaded to the last group; only the server has yet to be told. */
  ended: boolean;
}

export const stageOf = (row: ScheduleRow): Stage | 'done' =>
  row.status === 'uploaded' ? 'done' : row.status === 'waited' || row.status === 'in_process' ? 'load' : 'upload';

export const linesOf = (row: ScheduleRow, stage: Stage): Line[] =>
  stage === 'load'
    ? row.items.map((item) => ({ id: item.ingredient, name: item.ingredient_name, plan: item.weight_plan }))
    : row.groups.map((group) => ({ id: group.group, name: group.group_name, plan: group.weight_plan }));

const firstOpen = (lines: readonly Line[], marks: Draft['marks'], after: number | null): number | null => {
  const from = lines.findIndex(({ id }) => id === after) + 1;
  return [...lines.slice(from), ...lines.slice(0, from)].find(({ id }) => !marks[id])?.id ?? null;
};

/** What the server knows of a stage, to go on from. */
export function draftOf(row: ScheduleRow, stage: Stage): Draft {
  const parts =
    stage === 'load'
      ? row.items.map((item) => ({ ...item, id: item.ingredient }))
      : row.groups.map((group) => ({ ...group, id: group.group }));
  const marks = Object.fromEntries(
    parts.flatMap(({ id, weight_fact, started_at, seconds }) =>
      weight_fact === null ? [] : [[id, { weight: weight_fact, started_at, seconds } satisfies Mark]],
    ),
  );
  const begun = row.status === 'in_process' ? row.started_at : row.status === 'out_process' ? row.upload_started_at : null;
  return {
    stage,
    operator: null,
    started_at: begun,
    current: firstOpen(linesOf(row, stage), marks, null),
    line_started_at: null,
    typed: '',
    marks,
    mixing_since: null,
    loaded: row.weight_fact,
    ended: false,
  };
}

export const begin = (draft: Draft, now: string): Draft => ({ ...draft, started_at: now, line_started_at: now });

const secondsSince = (from: string | null, now: string) =>
  from === null ? null : Math.max(0, Math.round((Date.parse(now) - Date.parse(from)) / 1000));

/** Writes the current line's weight down and goes to the next that has none. A mended line keeps its own time. */
export function mark(draft: Draft, lines: readonly Line[], weight: number, now: string): Draft {
  if (draft.current === null) return draft;
  const known = draft.marks[draft.current];
  const marks = {
    ...draft.marks,
    [draft.current]: {
      weight,
      started_at: known?.started_at ?? draft.line_started_at,
      seconds: known ? known.seconds : secondsSince(draft.line_started_at, now),
    },
  };
  const current = firstOpen(lines, marks, draft.current);
  const complete = draft.stage === 'load' && current === null;
  return {
    ...draft,
    marks,
    current,
    typed: '',
    replace: false,
    line_started_at: now,
    mixing_since: complete ? (draft.mixing_since ?? now) : draft.mixing_since,
  };
}

/** Goes to any line; one that has a weight is mended, by a weight that takes its place. */
export const choose = (draft: Draft, line: number, typed: string, now: string): Draft => ({
  ...draft,
  current: line,
  typed,
  replace: typed !== '',
  line_started_at: draft.current === line ? draft.line_started_at : now,
});
