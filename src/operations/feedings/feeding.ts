import type { FormErrors } from '@mantine/form';
import type { TFunction } from 'i18next';
import type { ScheduleRow } from '#contract/operations/feedings.ts';

export interface FeedingGroup {
  group: number;
  /** Kilograms as fed; null while empty. */
  weight_per_head: number | null;
  /** The ration and its size when the weight was typed: the weight scales with the ration until it is typed again. */
  typedFor?: { ration: number | null; weight_per_head: number | null; ration_size: number } | undefined;
}

/** Common values of the editors of a feeding and of a period's job. */
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

interface PartChoices {
  rations: readonly { id: number; kg_per_head: number | null }[];
  mixers: readonly { id: number }[];
  groups: readonly { id: number }[];
}

/** A new feeding with the farm's only ration, mixer and group, if the farm has one of them. */
export function startFeeding({ rations, mixers, groups }: PartChoices): Feeding {
  const only = <T>(rows: readonly T[]) => (rows.length === 1 ? rows[0] : undefined);
  const [ration, mixer, group] = [only(rations), only(mixers), only(groups)];
  return {
    ...emptyFeeding(),
    ration: ration?.id ?? null,
    mixer: mixer?.id ?? null,
    groups: group ? [{ group: group.id, weight_per_head: ration?.kg_per_head ?? null }] : [],
  };
}

/** The groups after another ration is chosen: weights that nobody typed are the ration's kilograms per head. */
export const followRation = (
  groups: readonly FeedingGroup[],
  before: { kg_per_head: number | null } | undefined,
  after: { kg_per_head: number | null } | undefined,
): FeedingGroup[] =>
  groups.map((one) => {
    const isTyped = one.weight_per_head !== null && one.weight_per_head !== (before?.kg_per_head ?? null);
    return isTyped || one.typedFor ? one : { ...one, weight_per_head: after?.kg_per_head ?? one.weight_per_head };
  });

type Stored = Omit<Feeding, 'groups'> & { groups: readonly (FeedingGroup & { ration_size: number })[] };

/** Growth of the ration since the weight was typed. */
export const growthOf = ({ weight_per_head, typedFor }: FeedingGroup, ration: { id: number; size: number } | undefined): number =>
  ration &&
  typedFor &&
  typedFor.ration === ration.id &&
  typedFor.weight_per_head === weight_per_head &&
  typedFor.ration_size !== ration.size
    ? ration.size / typedFor.ration_size
    : 1;

/** Form values of a stored row. */
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

/** The form's part as the server takes it: without what only the editor needs. */
export const toFeedingBody = <T extends Feeding>(feeding: T): T => ({
  ...feeding,
  groups: feeding.groups.map(({ typedFor: _, ...group }) => group),
});

/** Errors of missing choices; paths begin with `at`. */
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
const getFeedingId = ({ id, part_of }: Load) => part_of ?? id;

/** True if an earlier waiting load represents this one, which then only has an operator and a place of its own. */
export const followsAnother = (schedule: Load, rows: readonly Load[]): boolean =>
  schedule.status === 'waited' &&
  schedule.parts > 1 &&
  rows.some((row) => row.status === 'waited' && getFeedingId(row) === getFeedingId(schedule) && row.part < schedule.part);

/** Number of loads that are deleted with this one: all waiting loads of its feeding. */
export const waitingLoads = (schedule: Load, rows: readonly Load[]): number =>
  rows.filter((row) => row.status === 'waited' && getFeedingId(row) === getFeedingId(schedule)).length;
