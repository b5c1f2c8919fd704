/** SQL of the animal type that a group `g` had on a day. */
export const animalTypeOn = (g: string, day: string) => `coalesce((
  select past.animal_type_id from former_animal_type past
  where past.client_id = ${g}.client_id and past.group_id = ${g}.id and past.until > ${day} order by past.until limit 1), ${g}.animal_type_id)`;

/** SQL of the type that a feed `n` had on a day. */
export const ingredientTypeOn = (n: string, day: string) => `coalesce((
  select past.type_id from former_ingredient_type past
  where past.client_id = ${n}.client_id and past.ingredient_id = ${n}.id and past.until > ${day} order by past.until limit 1), ${n}.type_id)`;

/** SQL of the last day of a month, given by its first day. */
export const lastDayOf = (month: string) => `(${month} + interval '1 month - 1 day')::date`;
