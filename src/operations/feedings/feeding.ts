import type { FormErrors } from '@mantine/form';
import type { TFunction } from 'i18next';

export interface FeedingGroup {
  group: number;
  /** Kilograms as fed; null while empty. */
  weight_per_head: number | null;
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
});

/** The form's part of a stored row. */
export const feedingOf = (row: Feeding): Feeding => ({
  ration: row.ration,
  mixer: row.mixer,
  groups: row.groups.map(({ group, weight_per_head }) => ({ group, weight_per_head })),
  auto_load: row.auto_load,
  leftovers: row.leftovers,
  planned_leftovers: row.planned_leftovers,
  ignore_in_reports: row.ignore_in_reports,
  skip_time: row.skip_time,
});

/** What must be chosen before it can be saved; paths begin with `at`. */
export function feedingErrors(t: TFunction, feeding: Feeding, at = ''): FormErrors {
  const errors: FormErrors = {};
  if (feeding.ration === null) errors[`${at}ration`] = t('operations:schedule.choose_ration');
  if (feeding.mixer === null) errors[`${at}mixer`] = t('operations:schedule.choose_mixer');
  if (feeding.groups.length === 0) errors[`${at}groups`] = t('core:errors.empty_groups');
  feeding.groups.forEach(({ weight_per_head }, index) => {
    if (weight_per_head === null) errors[`${at}groups.${index}.weight_per_head`] = t('core:errors.required');
  });
  return errors;
}
