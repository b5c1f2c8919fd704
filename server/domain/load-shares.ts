/**
 * SQL: the divisor of a load, the larger of the mixer's content (loaded feed and leftovers) and the unloaded weight. A group's cost and dry
 * matter are the load × its kilograms ÷ the divisor, so groups never get more than the load; the rest wasn't delivered.
 */
export const loadBase = (loaded: string, leftovers: string, unloaded: string) =>
  `greatest(coalesce(${loaded}, 0) + coalesce(${leftovers}, 0), coalesce(${unloaded}, 0))`;

/** SQL: leftovers in the mixer that a feeding uses again. They cost nothing a second time. */
export const leftoversIn = (s: string) => `case when ${s}.leftovers then ${s}.planned_leftovers else 0 end`;

/** SQL: the part of some kilograms in a load's content (kg, dry matter, money). */
export const shareOf = (load: string, kg: string, mix: string) => `(${load}) * ${kg} / nullif(${mix}, 0)`;
