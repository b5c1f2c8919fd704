import { z } from 'zod';
import { Day, Id, Name, Weight } from '#contract/kinds.ts';
import { defineResource, demanding, IdList, named, Version } from '#contract/resource.ts';
import { PACKS } from './who-sees.ts';

/** Kilograms of a pack: a half of it is whole grams. */
const PackWeight = Weight.min(0.002).multipleOf(0.002);
/** Whole packs, as they come on a lorry. */
const WholePacks = z.int().positive('min_val').max(1_000_000);
/** Packs that may have been opened: whole and half ones. */
export const HalfPacks = z.number().nonnegative().max(1_000_000).multipleOf(0.5);

/**
 * The weight of a feed's pack (a bale, a bag, a drum) from a day on: `kg`, or the average of a sample of `weighed_packs` that weigh
 * `weighed_kg`. A later weight of the same name is valid from its day on. After its last day, `until`, a pack can't be entered any more.
 * Entries keep the weight that their packs had.
 */
export const packs = defineResource({
  id: 'packs',
  final: true,
  path: 'manager/packs',
  ...PACKS,
  row: z
    .object({
      id: Id,
      ...named('farm', 'ingredient'),
      name: z.string(),
      from: Day,
      kg: z.number(),
      weighed_packs: z.int().nullable(),
      weighed_kg: z.number().nullable(),
      until: Day.nullable(),
      version: Version,
    })
    .meta({ id: 'Pack' }),
  create: z
    .object({
      ingredient: Id,
      name: Name,
      from: Day,
      kg: PackWeight.optional(),
      weighed_packs: WholePacks.nullable().default(null),
      weighed_kg: Weight.min(0.002).nullable().default(null),
      until: Day.nullable().default(null),
    })
    .refine(({ kg, weighed_kg }) => (kg ?? weighed_kg ?? null) !== null, demanding('kg')),
  filters: { farm: IdList, ingredient: IdList },
  ordering: ['ingredient_name', 'name', 'from', 'kg'],
});

/** Packs of an entry: their number and name. `pack` may be omitted if the feed has one. The kilograms are the number × the weight of the day. */
export const wholePacks = { pack: Name.nullable().optional(), packs: WholePacks.nullable().optional() };
export const halfPacks = { pack: Name.nullable().optional(), packs: HalfPacks.nullable().optional() };
/** The packs of an entry as entered, with the kilograms that each had; null for an entry in kilograms. */
export const packsOfRow = { pack: z.string().nullable(), packs: z.number().nullable(), pack_kg: z.number().nullable() };
