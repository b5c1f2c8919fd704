import { type RawBuilder, sql } from 'kysely';
import type { ClientContext } from '#server/platform/context.ts';
import type { PartFigure } from '#server/platform/resource/import/importable.ts';

const storedHeads = ({ client }: ClientContext): RawBuilder<unknown> => sql`
  select g.id::text, g.animal_count, g.id from animal_group g where g.client_id = ${client} and not g.deleted`;

/** Assumed heads are compared with the present ones, prices with list prices, and harvests with those of the feed. */
export const ASSUMPTIONS: readonly PartFigure[] = [
  { list: 'heads', figure: 'heads', toKey: ({ group }) => String(group), names: ['group', 'day'], stored: storedHeads },
  // A few more animals are usual.
  { list: 'heads', figure: 'added', toKey: ({ group }) => String(group), names: ['group', 'day'], stored: storedHeads, onlyAbove: true },
  {
    list: 'prices',
    figure: 'price',
    toKey: ({ ingredient }) => String(ingredient),
    names: ['ingredient'],
    stored: ({ client }) => sql`
      select i.id::text, coalesce(nullif(i.price, 0), i.average_price), i.id from ingredient i where i.client_id = ${client} and not i.deleted`,
  },
  {
    list: 'harvests',
    figure: 'kg',
    toKey: ({ ingredient }) => String(ingredient),
    names: ['ingredient', 'day'],
    stored: ({ client }) => sql`select h.ingredient_id::text, h.kg, h.id from harvest h where h.client_id = ${client} and not h.deleted`,
  },
];
