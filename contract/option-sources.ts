import type { ResourceId } from './resource-ids.ts';

/**
 * Filters with choices from the server, by the resources of these choices: rows of the first resource, and people who occur in any
 * (`worker`). A change of a resource refetches the choices. Only ids, so that the browser loads no schema.
 */
export const OPTION_SOURCES = {
  animal_type: ['animaltypes'],
  group: ['groups'],
  ration: ['rations'],
  mixer: ['mixers'],
  ingredient: ['ingredients'],
  loading: ['periods', 'loadings'],
  stock: ['stocks'],
  blank: ['additional'],
  owner: ['deliverycompanies'],
  scenario: ['scenarios'],
  animalfeed_recipe: ['recipes'],
  worker: ['schedules', 'batches'],
} as const satisfies Record<string, readonly [ResourceId, ...ResourceId[]]>;
export type OptionFilter = keyof typeof OPTION_SOURCES;
