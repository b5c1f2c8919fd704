import { z } from 'zod';
import { Id, Name } from '#contract/kinds.ts';
import { defineResource, Version } from '#contract/resource.ts';

/** The path keeps its odd spelling, which outside clients use. */
export const ingredientTypes = defineResource({
  id: 'ingredienttypes',
  path: 'manager/ingtedienttypes',
  permission: 'ingredient',
  row: z.object({ id: Id, name: z.string(), version: Version }).meta({ id: 'IngredientType' }),
  create: z.object({ name: Name }),
  filters: {},
  ordering: ['name'],
});
