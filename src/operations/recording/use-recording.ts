import { useEffect, useRef, useState } from 'react';
import type { ScheduleRow } from '../../../contract/operations/schedules.ts';
import { isClientUser, useMe } from '../../core/api/session.ts';
import { device } from './device.ts';
import { begin, choose, type Draft, draftOf, linesOf, mark, stageOf, stillFits, total } from './draft.ts';
import { enqueue, startQueue, useLatest, useWaiting } from './queue.ts';
import { reportOf } from './reports.ts';

const now = () => new Date().toISOString();

/** The recording of one feeding on this device: what stands here is kept here first, and told to the server after. */
export function useRecording(shown: ScheduleRow) {
  const row = useLatest(shown);
  const me = useMe();
  // Who records is who operates, unless another is chosen.
  const own = isClientUser(me) ? me.id : row.operator;
  const key = `draft:${me.id}:${row.id}`;
  // Reports on their way to the device count as waiting: until they are there, the server's word must not win.
  const [telling, setTelling] = useState(0);
  const waits = useWaiting().some(({ schedule }) => schedule === row.id) || telling > 0;
  const [kept, setKept] = useState<Draft | null | undefined>(undefined);
  const sending = useRef(Promise.resolve());

  useEffect(() => {
    startQueue();
    device.get<Draft>(key).then(
      (draft) => setKept((now) => (now === undefined ? (draft ?? null) : now)),
      () => setKept(null),
    );
  }, [key]);

  const stage = stageOf(row);
  const fresh = stage === 'done' ? null : draftOf(row, stage);
  const draft = kept && stillFits(kept, row, waits) ? kept : fresh;

  const keep = (next: Draft | null) => {
    setKept(next);
    void (next ? device.set(key, next) : device.delete(key));
  };
  const tell = (of: Draft, lines: readonly number[], end?: string) => {
    const body = reportOf(of, lines, of.operator ?? own ?? undefined, end);
    const report = { farm: row.farm, schedule: row.id, name: row.ration_name, kind: of.stage, body };
    // One after the other, in the order of recording.
    setTelling((count) => count + 1);
    sending.current = sending.current.then(() => enqueue(report)).finally(() => setTelling((count) => count - 1));
  };

  return {
    ready: kept !== undefined,
    draft,
    lines: draft ? linesOf(row, draft.stage) : [],
    operator: draft?.operator ?? own,
    operate: (operator: number | null) => draft && keep({ ...draft, operator }),
    begin() {
      if (!draft) return;
      const next = begin(draft, now());
      keep(next);
      tell(next, []);
    },
    /** Writes on the pad; what is only offered is replaced by the next key. */
    type: (typed: string, replace = false) => draft && keep({ ...draft, typed, replace }),
    choose: (line: number, typed: string) => draft && keep(choose(draft, line, typed, now())),
    next(weight: number) {
      if (!draft || draft.current === null) return;
      const next = mark(draft, linesOf(row, draft.stage), weight, now());
      keep(next);
      tell(next, [draft.current]);
    },
    finish() {
      if (!draft) return;
      const lines = linesOf(row, draft.stage);
      tell(
        draft,
        lines.map(({ id }) => id),
        now(),
      );
      keep(draft.stage === 'load' ? { ...draftOf(row, 'upload'), loaded: total(draft) } : { ...draft, ended: true });
    },
    forget: () => keep(null),
    /** Recorded here to its end, though the server may not know yet. */
    finished: stage === 'done' || draft?.ended === true,
  };
}
