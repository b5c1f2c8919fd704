import type { FormErrors } from '@mantine/form';
import type { TFunction } from 'i18next';
import type { ScheduleRow } from '#contract/operations/feedings.ts';

export interface FeedingGroup {
  group: number;
  /** Kilograms as fed; null while empty. */
  weight_per_head: number | null;
  /** Of which ration, in what size, the weight was typed: it grows and shrinks with it until it is typed anew. */
  typedFor?: { ration: number | null; weight_per_head: number | null; ration_size: number } | undefined;
}

/** What the editors of a schedule and of a period's job have in common. */
export interface Feeding {
  ration: number | null;
  mixer: number | null;
  groups: FeedingGroup[];
  auto_load: boolean;
  leftovers: boolean;
  planned_leftovers: number;
  ignore_in_reports: boolean;
  skip_time: boolean;
  locked: boolean;
  split: boolean;
}

export const emptyFeeding = (): Feeding => ({
  ration: null,
  mixer: null,
  groups: [],
  auto_load: false,
  leftovers: false,
  planned_leftovers: 0,
  ignore_in_reports: false,
  skip_time: false,
  locked: false,
  split: false,
});

type Stored = Omit<Feeding, 'groups'> & { groups: readonly (FeedingGroup & { ration_size: number })[] };

/** How much more a head gets than was typed for the ration as it then was. */
export const growthOf = ({ weight_per_head, typedFor }: FeedingGroup, ration: { id: number; size: number } | undefined): number =>
  ration &&
  typedFor &&
  typedFor.ration === ration.id &&
  typedFor.weight_per_head === weight_per_head &&
  typedFor.ration_size !== ration.size
    ? ration.size / typedFor.ration_size
    : 1;

/** The form's part of a stored row. */
export const feedingOf = (row: Stored): Feeding => ({
  ration: row.ration,
  mixer: row.mixer,
  groups: row.groups.map(({ group, weight_per_head, ration_size }) => ({
    group,
    weight_per_head,
    typedFor: { ration: row.ration, weight_per_head, ration_size },
  })),
  auto_load: row.auto_load,
  leftovers: row.leftovers,
  planned_leftovers: row.planned_leftovers,
  ignore_in_reports: row.ignore_in_reports,
  skip_time: row.skip_time,
  locked: row.locked,
  split: row.split,
});

/** What must be chosen before it can be saved; paths begin with `at`. */
export function feedingErrors(t: TFunction, feeding: Feeding, at = ''): FormErrors {
  const errors: FormErrors = {};
  if (feeding.ration === null) errors[`${at}ration`] = t('pages:schedule.choose_ration');
  if (feeding.mixer === null) errors[`${at}mixer`] = t('pages:schedule.choose_mixer');
  if (feeding.groups.length === 0) errors[`${at}groups`] = t('core:errors.empty_groups');
  feeding.groups.forEach(({ weight_per_head }, index) => {
    if (weight_per_head === null) errors[`${at}groups.${index}.weight_per_head`] = t('core:errors.required');
  });
  return errors;
}

type Load = Pick<ScheduleRow, 'id' | 'status' | 'part_of' | 'part' | 'parts'>;
const feedingIdOf = ({ id, part_of }: Load) => part_of ?? id;

/** Whether another load of the same feeding, which waits before this one, speaks for it: then it has only an operator and a place of its own. */
export const followsAnother = (schedule: Load, rows: readonly Load[]): boolean =>
  schedule.status === 'waited' &&
  schedule.parts > 1 &&
  rows.some((row) => row.status === 'waited' && feedingIdOf(row) === feedingIdOf(schedule) && row.part < schedule.part);

/** How many loads go with this one when it is deleted: all of its feeding's that wait. */
export const waitingLoads = (schedule: Load, rows: readonly Load[]): number =>
  rows.filter((row) => row.status === 'waited' && feedingIdOf(row) === feedingIdOf(schedule)).length;
