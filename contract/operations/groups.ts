import { z } from 'zod';
import { externalFilter, externalInput, externalRow } from '#contract/external-ids.ts';
import { Count, Day, Id, Name, TypeSince } from '#contract/kinds.ts';
import { defineResource, IdList, named, Version } from '#contract/resource.ts';

/**
 * A group of animals that are fed together. Each `animal_count` is stored with its date. A new `animal_type` is valid from today, or with
 * `animal_type_since` from the first day after the last closed month: reports use the type of each day.
 */
export const groups = defineResource({
  id: 'groups',
  path: 'manager/groups',
  permission: 'group',
  row: z
    .object({
      id: Id,
      ...named('farm'),
      name: z.string(),
      ...named('animal_type'),
      animal_count: z.int(),
      /** The programme that feeds it, and its first day. */
      programme: Id.nullable(),
      programme_name: z.string().nullable(),
      started_on: Day.nullable(),
      ...externalRow,
      version: Version,
    })
    .meta({ id: 'AnimalGroup' }),
  create: z.object({
    farm: Id,
    name: Name,
    animal_type: Id,
    animal_type_since: TypeSince.optional(),
    animal_count: Count.default(0),
    /** With `started_on`. Without a programme, the periods decide. */
    programme: Id.nullable().default(null),
    started_on: Day.nullable().default(null),
    ...externalInput,
  }),
  filters: { farm: IdList, animal_type: IdList, programme: IdList, ...externalFilter },
  ordering: ['name', 'animal_type_name', 'animal_count', 'farm_name'],
});

/** A head count, valid from a day at the farm until the next count. */
export const HeadCount = z.object({ day: Day, heads: z.int() }).meta({ id: 'HeadCount' });
export type HeadCount = z.infer<typeof HeadCount>;

/** The head counts of every group, newest first, as in a file. */
export const headCounts = {
  id: 'groups' as const,
  path: 'manager/groups/heads',
  row: z
    .object({
      ...named('farm', 'group'),
      day: Day,
      heads: z.int(),
    })
    .meta({ id: 'GroupHeadCount' }),
  create: z.object({ group: Id, day: Day, heads: Count }),
  filters: { farm: IdList, group: IdList },
};

/**
 * Moves animals between two groups of a farm from a day on (today by default). Later counts move along, so that both present counts change
 * by the same number.
 */
export const HeadMove = z.object({ from: Id, to: Id, heads: Count.min(1), day: Day.optional() });
export const HeadMoved = z.object({ day: Day, from: groups.row, to: groups.row }).meta({ id: 'HeadMoved' });
