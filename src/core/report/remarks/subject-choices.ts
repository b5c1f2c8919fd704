import { REMARK_SUBJECTS, type RemarkRow, type RemarkSubject } from '#contract/operations/remarks.ts';
import type { Row } from '#contract/reports/shape.ts';

/** Subject of a remark as an option: `group:12`. */
export type SubjectKey = `${RemarkSubject}:${number}`;

export interface SubjectChoice {
  kind: RemarkSubject;
  value: SubjectKey;
  label: string;
}

export const keyOf = (kind: RemarkSubject, id: number): SubjectKey => `${kind}:${id}`;

/** The subject of a remark; null if it is about the day. */
export function subjectOf(remark: RemarkRow): SubjectKey | null {
  const kind = REMARK_SUBJECTS.find((one) => remark[one] !== null);
  return kind ? keyOf(kind, remark[kind] ?? 0) : null;
}

/** Fields of the saved row: the subject's id in one of the four, null in the others. */
export const subjectFields = (key: SubjectKey | null): Record<RemarkSubject, number | null> => {
  const [kind, id] = key?.split(':') ?? [];
  const fields = REMARK_SUBJECTS.map((one) => [one, one === kind ? Number(id) : null] as const);
  return Object.fromEntries(fields) as Record<RemarkSubject, number | null>;
};

/** The subjects in a report's rows, and the present subject of `remark`. */
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
