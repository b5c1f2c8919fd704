import type { ResourceId } from './resource-ids.ts';

/**
 * The filters whose choices the server knows, by the resources that these come from: they are rows of the first, and people who appear in any
 * (`worker`). A change of any asks for the choices again. Ids alone, so that the browser needn't bring the schemas.
 * Statuses and ways to calculate are words, and farms are known from the start.
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
  scenario: ['scenarios'],
  animalfeed_recipe: ['recipes'],
  worker: ['schedules', 'batches'],
} as const satisfies Record<string, readonly [ResourceId, ...ResourceId[]]>;
export type OptionFilter = keyof typeof OPTION_SOURCES;
