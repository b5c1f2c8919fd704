import { z } from 'zod';
import { Count, Day, Id, Name, TypeSince } from '#contract/kinds.ts';
import { defineResource, IdList, named, Version } from '#contract/resource.ts';

/**
 * A group of animals that is fed together. Each change of `animal_count` is kept with its date. Another `animal_type` holds from today on, or with
 * `animal_type_since` from the first day after the last closed month: reports take the type that the group had on each day.
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
      /** By what it is fed day by day, and the first of those days. */
      programme: Id.nullable(),
      programme_name: z.string().nullable(),
      started_on: Day.nullable(),
      version: Version,
    })
    .meta({ id: 'AnimalGroup' }),
  create: z.object({
    farm: Id,
    name: Name,
    animal_type: Id,
    animal_type_since: TypeSince.optional(),
    animal_count: Count.default(0),
    /** With `started_on`; without one the group is fed as its periods say. */
    programme: Id.nullable().default(null),
    started_on: Day.nullable().default(null),
  }),
  filters: { farm: IdList, animal_type: IdList, programme: IdList },
  ordering: ['name', 'animal_type_name', 'animal_count', 'farm_name'],
});

/** A head count and the day, in the farm's timezone, from which it holds until the next. */
export const HeadCount = z.object({ day: Day, heads: z.int() }).meta({ id: 'HeadCount' });
export type HeadCount = z.infer<typeof HeadCount>;

/** The head counts of every group, newest first: what a file of them holds. */
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
 * Animals that go from one group of a farm to another, from a day on (today unless named): counts of later days move along, so that the
 * groups' present heads change by as many.
 */
export const HeadMove = z.object({ from: Id, to: Id, heads: Count.min(1), day: Day.optional() });
export const HeadMoved = z.object({ day: Day, from: groups.row, to: groups.row }).meta({ id: 'HeadMoved' });
