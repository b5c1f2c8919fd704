import { type RawBuilder, sql } from 'kysely';
import { type ClientContext, may } from '#server/platform/context.ts';
import type { PartFigure } from '#server/platform/resource/import/importable.ts';
import type { AnyRow } from '#server/platform/resource/table.ts';

/** The animals of a line: a group, or an animal type. */
const toUnit = ({ group, animal_type }: AnyRow) => (group == null ? `type ${animal_type}` : `group ${group}`);
const NAMES = ['month', 'group', 'animal_type', 'ingredient'];

const storedHeads = ({ client }: ClientContext): RawBuilder<unknown> => sql`
  select 'group ' || g.id, g.animal_count, g.id from animal_group g where g.client_id = ${client} and not g.deleted
  union all
  select 'type ' || g.animal_type_id, sum(g.animal_count), g.animal_type_id from animal_group g
  where g.client_id = ${client} and not g.deleted group by g.animal_type_id`;

const storedPortions = ({ client }: ClientContext): RawBuilder<unknown> => sql`
  select case when l.group_id is null then 'type ' || l.animal_type_id else 'group ' || l.group_id end || ' ' || l.ingredient_id,
    l.kg_per_head_day, l.budget_id
  from budget_line l where l.client_id = ${client}`;

/** Heads of a line are compared with the present ones, kilograms with those of earlier budgets, and prices with those of the feed. */
export const BUDGET_FIGURES: readonly PartFigure[] = [
  { list: 'lines', figure: 'heads', toKey: toUnit, names: NAMES, stored: storedHeads },
  {
    list: 'lines',
    figure: 'kg_per_head_day',
    toKey: (line) => `${toUnit(line)} ${line.ingredient}`,
    names: NAMES,
    stored: storedPortions,
  },
  {
    list: 'lines',
    figure: 'price',
    toKey: ({ ingredient }) => String(ingredient),
    names: NAMES,
    stored: (context) => sql`
      select i.id::text, coalesce(nullif(i.average_price, 0), i.price), i.id from ingredient i
      where i.client_id = ${context.client} and not i.deleted and ${may(context, 'ingredient', 'view')}`,
  },
];
