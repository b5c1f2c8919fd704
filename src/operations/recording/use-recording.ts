import { useEffect, useState } from 'react';
import type { ScheduleRow } from '#contract/operations/feedings.ts';
import { isClientUser, useMe } from '#src/core/api/session.ts';
import {
  addGroup,
  begin,
  choose,
  type Draft,
  draftOf,
  type Line,
  listLines,
  type MarkedPacks,
  mark,
  rearrange,
  skip,
  stageOf,
} from './draft.ts';
import { keepReadsScale, readsScale } from './entry.ts';
import { findNextStart, readIndicator, type WeightSource } from './indicator.ts';
import { draftAt, keepDraft, useKeeping, useWaiting } from './keeping.ts';
import { enqueue, startQueue } from './queue.ts';
import { reportOf } from './reports.ts';
import { stillFits, total } from './room.ts';
import { useLatest } from './sending.ts';

const now = () => new Date().toISOString();

/** The draft after the end of its stage: unloading follows loading. */
const finishStage = (row: ScheduleRow, draft: Draft): Draft =>
  draft.stage === 'load' ? { ...draftOf(row, 'upload'), loaded: total(draft), byScale: draft.byScale } : { ...draft, ended: true };

/** Recording of a feeding on this device: data is stored here first and then sent to the server. */
export function useRecording(shown: ScheduleRow) {
  const row = useLatest(shown);
  const me = useMe();
  // The person who records is the operator, unless another one is chosen.
  const own = isClientUser(me) ? me.id : row.operator;
  const key = `draft:${me.id}:${row.id}`;
  const reports = useWaiting().filter(({ schedule }) => schedule === row.id);
  const { unkept } = useKeeping();
  const [kept, setKept] = useState<Draft | null | undefined>(undefined);

  useEffect(() => {
    startQueue();
    draftAt(key).then(
      (draft) => setKept((now) => (now === undefined ? draft : now)),
      () => setKept((now) => now ?? null),
    );
  }, [key]);

  const stage = stageOf(row);
  const fresh = stage === 'done' ? null : draftOf(row, stage);
  const draft = kept && stillFits(kept, row, reports.length > 0) ? kept : fresh;

  const storeDraft = (next: Draft | null) => {
    setKept(next);
    keepDraft(key, next);
  };
  /** Reports some lines and continues with the next draft; the device stores both or neither. */
  const report = (of: Draft, next: Draft, lines: readonly number[], end?: string) => {
    const body = reportOf(of, lines, of.operator ?? own ?? undefined, end);
    setKept(next);
    enqueue({ farm: row.farm, schedule: row.id, name: row.ration_name, kind: of.stage, body }, key, next);
  };
  const lines = draft ? listLines(row, draft) : [];
  /** Stores a change of the groups, and reports it once unloading has begun. */
  const changeGroups = (next: Draft, reported: readonly number[] = []) =>
    next.started_at === null ? storeDraft(next) : report(next, next, reported);
  const ended = draft?.ended === true;
  const ending = stage !== 'done' && ended && reports.some(({ id }) => unkept.has(id));

  return {
    ready: kept !== undefined,
    draft,
    lines,
    operator: draft?.operator ?? own,
    operate: (operator: number | null) => draft && storeDraft({ ...draft, operator }),
    begin() {
      if (!draft) return;
      const next = begin(draft, now(), readIndicator());
      report(next, next, []);
    },
    /** Sets the number; with `replace`, the next key replaces it. */
    type: (typed: string, replace = false) => draft && storeDraft({ ...draft, typed, replace }),
    /** True if the scale's reading is typed; `typed` is in that form. */
    byScale: draft?.byScale ?? readsScale(),
    readScale(byScale: boolean, typed: string) {
      keepReadsScale(byScale);
      if (draft) storeDraft({ ...draft, byScale, typed });
    },
    choose: (line: number, typed: string) => draft && storeDraft(choose(draft, line, typed, now())),
    next(weight: number, packed?: MarkedPacks, by: WeightSource = 'person') {
      if (!draft || draft.current === null) return;
      const next = { ...mark(draft, lines, weight, now(), packed), scaleStart: findNextStart(draft, weight, by) };
      report(next, next, [draft.current]);
    },
    /** Chooses the lot of a feed; it is sent with the feed's weight, or with the end of the load. */
    chooseLot: (line: number, lot: string) => draft && storeDraft({ ...draft, lots: { ...draft.lots, [line]: lot } }),
    /** Stores the indicator's weight at the start of the current line. */
    startAt: (scaleStart: number) => draft && storeDraft({ ...draft, scaleStart }),
    rearrange: (order: readonly Line[]) => draft && changeGroups(rearrange(draft, order, now())),
    addGroup: (group: { id: number; name: string }) => draft && changeGroups(addGroup(draft, lines, group, now())),
    skip: (line: number) => draft && changeGroups(skip(draft, lines, line, now()), [line]),
    finish() {
      if (!draft) return;
      const ids = lines.map(({ id }) => id);
      report(draft, finishStage(row, draft), ids, now());
    },
    forget: () => storeDraft(null),
    /** True if recorded to the end, while neither device nor server has the last report yet. */
    ending,
    /** True if recorded to the end here, even if the server doesn't know yet. */
    finished: stage === 'done' || (ended && !ending),
  };
}
