import { REMARK_SUBJECTS, type RemarkRow, type RemarkSubject } from '#contract/operations/remarks.ts';
import type { Row } from '#contract/reports/shape.ts';

/** What a remark may be about, as a choice: `group:12`. */
export type SubjectKey = `${RemarkSubject}:${number}`;

export interface SubjectChoice {
  kind: RemarkSubject;
  value: SubjectKey;
  label: string;
}

export const keyOf = (kind: RemarkSubject, id: number): SubjectKey => `${kind}:${id}`;

/** What a remark is about; null where it is about the day. */
export function subjectOf(remark: RemarkRow): SubjectKey | null {
  const kind = REMARK_SUBJECTS.find((one) => remark[one] !== null);
  return kind ? keyOf(kind, remark[kind] ?? 0) : null;
}

/** As a row is saved: one of the four is named, or none. */
export const subjectFields = (key: SubjectKey | null): Record<RemarkSubject, number | null> => {
  const [kind, id] = key?.split(':') ?? [];
  const fields = REMARK_SUBJECTS.map((one) => [one, one === kind ? Number(id) : null] as const);
  return Object.fromEntries(fields) as Record<RemarkSubject, number | null>;
};

/** Whatever the rows of a report are of, and what `remark` is about already. */
export function subjectChoices(rows: readonly Row[], remark: RemarkRow | null): SubjectChoice[] {
  const found = new Map<string, SubjectChoice>();
  const add = (kind: RemarkSubject, id: unknown, name: unknown) => {
    if (typeof id !== 'number' || typeof name !== 'string') return;
    const value = keyOf(kind, id);
    if (!found.has(value)) found.set(value, { kind, value, label: name });
  };
  for (const kind of REMARK_SUBJECTS) {
    if (remark) add(kind, remark[kind], remark.subject_name);
    for (const row of rows) add(kind, row[`${kind}_id`], row[kind]);
  }
  return [...found.values()];
}
