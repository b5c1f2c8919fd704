import { useEffect, useState } from 'react';
import type { ScheduleRow } from '#contract/operations/feedings.ts';
import { isClientUser, useMe } from '#src/core/api/session.ts';
import { begin, choose, type Draft, draftOf, linesOf, mark, stageOf } from './draft.ts';
import { keepReadsScale, readsScale } from './entry.ts';
import { draftAt, keepDraft, useKeeping, useWaiting } from './keeping.ts';
import { enqueue, startQueue } from './queue.ts';
import { reportOf } from './reports.ts';
import { stillFits, total } from './room.ts';
import { useLatest } from './sending.ts';

const now = () => new Date().toISOString();

/** The recording of one feeding on this device: what stands here is kept here first, and told to the server after. */
export function useRecording(shown: ScheduleRow) {
  const row = useLatest(shown);
  const me = useMe();
  // Who records is who operates, unless another is chosen.
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

  const keep = (next: Draft | null) => {
    setKept(next);
    keepDraft(key, next);
  };
  /** Tells of some lines, and goes on with the next draft: the device keeps both or neither. */
  const report = (of: Draft, next: Draft, lines: readonly number[], end?: string) => {
    const body = reportOf(of, lines, of.operator ?? own ?? undefined, end);
    setKept(next);
    enqueue({ farm: row.farm, schedule: row.id, name: row.ration_name, kind: of.stage, body }, key, next);
  };
  const ended = draft?.ended === true;
  const ending = stage !== 'done' && ended && reports.some(({ id }) => unkept.has(id));

  return {
    ready: kept !== undefined,
    draft,
    lines: draft ? linesOf(row, draft.stage) : [],
    operator: draft?.operator ?? own,
    operate: (operator: number | null) => draft && keep({ ...draft, operator }),
    begin() {
      if (!draft) return;
      const next = begin(draft, now());
      report(next, next, []);
    },
    /** Writes on the pad; what is only offered is replaced by the next key. */
    type: (typed: string, replace = false) => draft && keep({ ...draft, typed, replace }),
    /** Whether the scale's reading is typed; `typed` says the same the new way. */
    byScale: draft?.byScale ?? readsScale(),
    readScale(byScale: boolean, typed: string) {
      keepReadsScale(byScale);
      if (draft) keep({ ...draft, byScale, typed });
    },
    choose: (line: number, typed: string) => draft && keep(choose(draft, line, typed, now())),
    next(weight: number) {
      if (!draft || draft.current === null) return;
      const next = mark(draft, linesOf(row, draft.stage), weight, now());
      report(next, next, [draft.current]);
    },
    finish() {
      if (!draft) return;
      const lines = linesOf(row, draft.stage).map(({ id }) => id);
      const next =
        draft.stage === 'load' ? { ...draftOf(row, 'upload'), loaded: total(draft), byScale: draft.byScale } : { ...draft, ended: true };
      report(draft, next, lines, now());
    },
    forget: () => keep(null),
    /** Told to its end, though neither the device nor the server has the last report yet. */
    ending,
    /** Recorded here to its end, though the server may not know yet. */
    finished: stage === 'done' || (ended && !ending),
  };
}
