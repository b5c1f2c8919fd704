import { z } from 'zod';
import { Id, Name } from '#contract/kinds.ts';
import { defineResource, Version } from '#contract/resource.ts';

/** The path keeps the odd spelling that outside clients know. */
export const ingredientTypes = defineResource({
  id: 'ingredienttypes',
  path: 'manager/ingtedienttypes',
  permission: 'ingredient',
  row: z.object({ id: Id, name: z.string(), version: Version }).meta({ id: 'IngredientType' }),
  create: z.object({ name: Name }),
  filters: {},
  ordering: ['name'],
});
