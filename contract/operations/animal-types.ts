import { z } from 'zod';
import { Id, Name } from '#contract/kinds.ts';
import { defineResource, Version } from '#contract/resource.ts';

export const animalTypes = defineResource({
  id: 'animaltypes',
  path: 'manager/animaltypes',
  permission: 'animaltype',
  row: z.object({ id: Id, name: z.string(), version: Version }).meta({ id: 'AnimalType' }),
  create: z.object({ name: Name }),
  filters: {},
  ordering: ['name'],
});
