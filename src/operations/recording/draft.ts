import type { ScheduleRow } from '#contract/operations/feedings.ts';

/** A line of a recording: an ingredient to load, or a group that gets its part. */
export interface Line {
  id: number;
  name: string;
  plan: number;
  /** Allowed deviation in kg; 0 if there is none. */
  tolerance: number;
  /** True for a group that the plan doesn't contain. */
  added?: boolean;
}

export interface MarkedPacks {
  pack: string;
  packs: number;
}

export interface Mark {
  weight: number;
  /** The packs that were loaded, if they were counted. */
  packed?: MarkedPacks;
  started_at: string | null;
  seconds: number | null;
}

export type Stage = 'load' | 'upload';

/** The state of a recording on this device. */
export interface Draft {
  stage: Stage;
  /** The chosen operator; null if none was chosen. */
  operator: number | null;
  /** null before the start. */
  started_at: string | null;
  /** The current line; null if all have a weight. */
  current: number | null;
  line_started_at: string | null;
  /** Number on the number pad. */
  typed: string;
  /** True if the number is an old or an offered weight, which the first key replaces. */
  replace?: boolean;
  /** True if the number is the scale's reading instead of the line's part; by default as last used on the device. */
  byScale?: boolean;
  marks: Readonly<Record<number, Mark>>;
  /** Lots that were chosen, by feed; empty for none. */
  lots?: Readonly<Record<number, string>>;
  /** The groups in the order that the operator chose; undefined as planned. */
  order?: readonly number[];
  /** Groups that the operator added. */
  added?: readonly { id: number; name: string }[];
  mixing_since: string | null;
  /** The indicator's weight in kg at the start of the current line; undefined if no indicator was read then. */
  scaleStart?: number | undefined;
  /** Weight that this device loaded, before the server confirmed it. */
  loaded: number | null;
  /** True if the last group is unloaded; only the server doesn't know yet. */
  ended: boolean;
}

export const stageOf = (row: ScheduleRow): Stage | 'done' =>
  row.status === 'uploaded' ? 'done' : row.status === 'waited' || row.status === 'in_process' ? 'load' : 'upload';

export const linesOf = (row: ScheduleRow, stage: Stage): Line[] =>
  stage === 'load'
    ? row.items.map((item) => ({ id: item.ingredient, name: item.ingredient_name, plan: item.weight_plan, tolerance: item.tolerance }))
    : row.groups.map((group) => ({
        id: group.group,
        name: group.group_name,
        plan: group.weight_plan,
        tolerance: row.unloading_admittance,
        added: group.added,
      }));

/** The lines of a draft: those of the plan and the added groups, in the operator's order. */
export function listLines(row: ScheduleRow, draft: Draft): Line[] {
  const planned = linesOf(row, draft.stage);
  const added = (draft.added ?? []).filter(({ id }) => !planned.some((line) => line.id === id));
  const all = [...planned, ...added.map(({ id, name }): Line => ({ id, name, plan: 0, tolerance: row.unloading_admittance, added: true }))];
  const places = new Map((draft.order ?? []).map((id, index) => [id, index]));
  return all.toSorted((a, b) => (places.get(a.id) ?? places.size) - (places.get(b.id) ?? places.size));
}

const firstOpen = (lines: readonly Line[], marks: Draft['marks'], after: number | null): number | null => {
  const from = lines.findIndex(({ id }) => id === after) + 1;
  return [...lines.slice(from), ...lines.slice(0, from)].find(({ id }) => !marks[id])?.id ?? null;
};

/** Creates the draft of a stage from the server's data. */
export function draftOf(row: ScheduleRow, stage: Stage): Draft {
  const parts =
    stage === 'load'
      ? row.items.map((item) => ({ ...item, id: item.ingredient }))
      : row.groups.map((group) => ({ ...group, id: group.group, pack: null, packs: null }));
  const marks = Object.fromEntries(
    parts.flatMap(({ id, weight_fact, pack, packs, started_at, seconds }) =>
      weight_fact === null
        ? []
        : [
            [
              id,
              {
                weight: weight_fact,
                ...(pack !== null && packs !== null && { packed: { pack, packs } }),
                started_at,
                seconds,
              } satisfies Mark,
            ],
          ],
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

export const begin = (draft: Draft, now: string, scaleStart?: number): Draft => ({
  ...draft,
  started_at: now,
  line_started_at: now,
  scaleStart,
});

const secondsSince = (from: string | null, now: string) =>
  from === null ? null : Math.max(0, Math.round((Date.parse(now) - Date.parse(from)) / 1000));

/** Stores the current line's weight and goes to the next one without weight. A corrected line keeps its time. */
export function mark(draft: Draft, lines: readonly Line[], weight: number, now: string, packed?: MarkedPacks): Draft {
  if (draft.current === null) return draft;
  const known = draft.marks[draft.current];
  const marks = {
    ...draft.marks,
    [draft.current]: {
      weight,
      ...(packed && { packed }),
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

/** Goes to any line; if it has a weight, the next weight replaces it. */
export const choose = (draft: Draft, line: number, typed: string, now: string): Draft => ({
  ...draft,
  current: line,
  typed,
  replace: typed !== '',
  line_started_at: draft.current === line ? draft.line_started_at : now,
});

/** Changes the order of groups. Unless a weight is being typed, the first group without weight comes next. */
export function rearrange(draft: Draft, lines: readonly Line[], now: string): Draft {
  const next = { ...draft, order: lines.map(({ id }) => id) };
  const first = firstOpen(lines, draft.marks, null);
  if (draft.typed !== '' || first === null || first === draft.current) return next;
  return { ...next, current: first, line_started_at: now };
}

/** Adds a group at the end, and goes to it if all others have their feed. */
export function addGroup(draft: Draft, lines: readonly Line[], group: { id: number; name: string }, now: string): Draft {
  const next = { ...draft, added: [...(draft.added ?? []), group], order: [...lines.map(({ id }) => id), group.id] };
  return draft.current === null ? { ...next, current: group.id, line_started_at: now } : next;
}

/** Gives a group nothing; the current line stays if it is another one. */
export function skip(draft: Draft, lines: readonly Line[], line: number, now: string): Draft {
  if (line === draft.current) return mark(draft, lines, 0, now);
  return { ...draft, marks: { ...draft.marks, [line]: { weight: 0, started_at: null, seconds: null } } };
}
