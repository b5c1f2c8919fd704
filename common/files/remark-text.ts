import type { Formatter } from '#common/format/formatter.ts';
import type { RemarkRow } from '#contract/operations/remarks.ts';

/** `12.03.2026 · Dairy cows: new silage clamp (Olena Koval)`; the farm's name stands before it where a report is of several. */
export function remarkText({ date, farm_name, subject_name, text, author }: RemarkRow, format: Formatter, ofSeveral: boolean): string {
  const of = [format.value('date', date), ofSeveral && farm_name, subject_name].filter(Boolean).join(' · ');
  return `${of}: ${text}${author ? ` (${author})` : ''}`;
}
