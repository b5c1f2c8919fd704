/**
 * What a load is divided by. A group's cost and dry matter are its kilograms × what a kilogram of the mix held: the load ÷ the larger of what was
 * in the mixer (loaded, and the leftovers in it) and of what was unloaded. So the groups never have more than the load; what they
 * don't have wasn't delivered.
 */
export const loadBase = (loaded: string, leftovers: string, unloaded: string) =>
  `greatest(coalesce(${loaded}, 0) + coalesce(${leftovers}, 0), coalesce(${unloaded}, 0))`;

/** Leftovers that a schedule feeds again: in the mixer with what was loaded, they cost nothing a second time. */
export const leftoversIn = (s: string) => `case when ${s}.leftovers then ${s}.planned_leftovers else 0 end`;

/** Some kilograms' part of what a load holds (kg, dry matter, money). */
export const shareOf = (load: string, kg: string, mix: string) => `(${load}) * ${kg} / nullif(${mix}, 0)`;
