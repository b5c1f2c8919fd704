import { useState } from 'react';
import { typedNumber } from '#common/format/parse.ts';
import { packsWeight } from '#common/packs/packs.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { partOf, readingOf } from './entry.ts';
import type { CurrentLineProps } from './line-props.ts';

type Pack = CurrentLineProps['packs'][number];

/** The weight of whole and half packs; null for other fractions. */
const weighPacks = (packs: number, kg: number) => (Number.isInteger(packs * 2) ? packsWeight(packs, kg) : null);

/** The typed number of a line as kilograms: it is a number of packs, a reading of the scale, or a weight. */
export function useEntry({ line, typed, scale, byScale, packs, fits }: CurrentLineProps) {
  const format = useFormat();
  const [chosen, setChosen] = useState<{ line: number; pack: string } | null>(null);
  const pack = chosen?.line === line.id ? packs.find(({ name }) => name === chosen.pack) : undefined;
  const reads = byScale && !pack ? scale : null;
  const number = typedNumber(typed);
  const part = number === null || !reads ? number : partOf(reads, number);
  const isImpossible = part !== null && part < 0;
  const toKilograms = (value: number) => (pack ? weighPacks(value, pack.kg) : format.toKg(value));
  const kg = part === null || isImpossible ? null : toKilograms(part);
  const toTyped = (weight: number) => (reads ? readingOf(reads, format.fromKg(weight)) : format.fromKg(weight));
  /** A part in kilograms as the number to type here. */
  const entered = (weight: number) => (pack ? Math.round((2 * weight) / pack.kg) / 2 : toTyped(weight));
  return {
    pack,
    reads,
    number,
    kg,
    isImpossible,
    tooMuch: kg !== null && !fits(kg),
    entered,
    written: (weight: number) => (pack ? format.value('ratio', entered(weight)) : format.value('weight', format.toKg(entered(weight)))),
    choosePack: (next: Pack | undefined) => setChosen(next ? { line: line.id, pack: next.name } : null),
  };
}

export type Entry = ReturnType<typeof useEntry>;
