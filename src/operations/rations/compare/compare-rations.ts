import { toNameKey } from '#common/files/incoming/keys.ts';
import { minus } from '#common/format/decimal.ts';
import type { NutrientPart } from '#src/operations/rations/nutrients.ts';
import type { RationVersion } from '#src/operations/rations/versions/versions.ts';

/** A ration of today, or an earlier version of one. */
export type Compared = RationVersion['ration'];

/** Two values side by side; null for a part that the ration lacks. */
export interface Pair {
  first: number | null;
  second: number | null;
  difference: number | null;
}

interface ComparedPart {
  name: string;
  kg: Pair;
  percent: Pair;
}

const toPair = (first: number | null, second: number | null): Pair => ({
  first,
  second,
  difference: first === null && second === null ? null : minus(second ?? 0, first ?? 0),
});

/** Kilograms per head as fed. A ration in percent contains none, so it gets the typed weight. */
export const readPerHead = ({ kg_per_head }: Compared, typed: number): number => kg_per_head ?? typed;

/** The parts by the key of their feed's name, because two farms have feeds of their own: those of the first ration, then the others. */
export function comparePartsByName(first: Compared, second: Compared, typed: number): ComparedPart[] {
  const sides = [first, second].map((ration) => ({
    perHead: readPerHead(ration, typed),
    parts: new Map(ration.items.map(({ ingredient_name, percent }) => [toNameKey(ingredient_name), { name: ingredient_name, percent }])),
  }));
  const keys = new Set(sides.flatMap(({ parts }) => [...parts.keys()]));
  return [...keys].map((key) => {
    const found = sides.map(({ parts }) => parts.get(key));
    const percents = found.map((part) => part?.percent ?? null);
    const kgs = percents.map((percent, index) => (percent === null ? null : (percent * (sides[index]?.perHead ?? 0)) / 100));
    return {
      name: found[0]?.name ?? found[1]?.name ?? '',
      kg: toPair(kgs[0] ?? null, kgs[1] ?? null),
      percent: toPair(percents[0] ?? null, percents[1] ?? null),
    };
  });
}

/** Weight, dry matter and cost of a head by both rations. */
export function compareFigures(first: Compared, second: Compared, typed: number) {
  const [was, is] = [first, second].map((ration) => {
    const kg = readPerHead(ration, typed);
    return { kg, dry: (kg * ration.dry_matter) / 100, dryMatter: ration.dry_matter, price: ration.price, cost: kg * ration.price };
  });
  const readPair = (key: 'kg' | 'dry' | 'dryMatter' | 'price' | 'cost') => toPair(was?.[key] ?? null, is?.[key] ?? null);
  return { kg: readPair('kg'), dry: readPair('dry'), dryMatter: readPair('dryMatter'), price: readPair('price'), cost: readPair('cost') };
}

/** The feeds of a ration for its nutrients. A feed that isn't listed any more keeps the dry matter at which its part was written. */
export function listNutrientParts(ration: Compared, dryMatters: ReadonlyMap<number, number>, typed: number): NutrientPart[] {
  const perHead = readPerHead(ration, typed);
  return ration.items.map(({ ingredient, percent, dry_matter }) => ({
    ingredient,
    kg: (percent * perHead) / 100,
    dry_matter: dryMatters.get(ingredient) ?? dry_matter,
  }));
}
