import type { TFunction } from 'i18next';
import type { ExportInput } from '#common/files/input.ts';
import type { LoadField } from '#common/files/loads/layouts.ts';
import type { Formatter } from '#common/format/formatter.ts';
import type { Kind } from '#contract/kinds.ts';
import type { ScheduleRow } from '#contract/operations/feedings.ts';
import type { ListColumn } from '#src/core/resource/column.ts';
import { listInput } from '#src/core/resource/list-input.ts';

/** A feed to load or a group to feed, with the headings that the import of loads reads back. */
type FeedLine = Partial<Record<LoadField, string | number>>;

const COLUMNS = [
  ['schedule', 'count'],
  ['load', 'text'],
  ['day', 'date'],
  ['time', 'text'],
  ['ration_name', 'text'],
  ['mixer_name', 'text'],
  ['ingredient_name', 'text'],
  ['group_name', 'text'],
  ['heads', 'count'],
  ['target', 'weight'],
  ['actual', 'weight'],
] as const satisfies readonly (readonly [LoadField, Kind])[];

function toLines({ id, planned_on, ration_name, mixer_name, items, groups }: ScheduleRow): FeedLine[] {
  const head = { schedule: id, load: String(id), day: planned_on, ration_name, mixer_name };
  return [
    ...items.map(({ ingredient_name, weight_plan }) => ({ ...head, ingredient_name, target: weight_plan })),
    ...groups.map(({ group_name, heads, weight_plan }) => ({ ...head, group_name, heads, target: weight_plan })),
  ];
}

/** The waiting feedings of a day as lines for an indicator. Its program fills in time and actual weight, and the file is imported as loads. */
export const feedLinesInput = (schedules: readonly ScheduleRow[], format: Formatter, t: TFunction): ExportInput =>
  listInput(
    {
      title: t('pages:load_sheet.feed_lines'),
      columns: COLUMNS.map(([key, kind]): ListColumn<FeedLine> => ({ key, kind, label: t(`pages:load_import.${key}`) })),
      rows: schedules.filter(({ status }) => status === 'waited').flatMap(toLines),
      search: '',
    },
    format,
    t,
  );
