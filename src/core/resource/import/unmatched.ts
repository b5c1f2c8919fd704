import { toNameKey } from '#common/files/incoming/keys.ts';
import type { UnmatchedName } from '#contract/imports.ts';

/** The chosen row of each unmatched name, by `toUnmatchedKey`. */
export type NamePicks = ReadonlyMap<string, number>;

export const NO_PICKS: NamePicks = new Map();

export const toUnmatchedKey = ({ resource, farm, name }: Pick<UnmatchedName, 'resource' | 'farm' | 'name'>): string =>
  `${resource} ${farm ?? ''} ${toNameKey(name)}`;

type Values = Readonly<Record<string, unknown>>;

function setReference(values: Values, [first = '', index, ...rest]: readonly string[], id: number): Values {
  if (index === undefined) return Object.fromEntries([...Object.entries(values).filter(([key]) => key !== `${first}_name`), [first, id]]);
  const parts = values[first] as readonly Values[];
  return { ...values, [first]: parts.map((part, at) => (at === Number(index) ? setReference(part, rest, id) : part)) };
}

/** Returns the rows with ids instead of the names for which a person chose a row. */
export function replaceNames(rows: readonly Values[], names: readonly UnmatchedName[], picks: NamePicks): readonly Values[] {
  const replaced = [...rows];
  for (const name of names) {
    const id = picks.get(toUnmatchedKey(name));
    if (id === undefined) continue;
    for (const place of name.places) {
      const [row = '', ...path] = place.split('.');
      const values = replaced[Number(row)];
      if (values) replaced[Number(row)] = setReference(values, path, id);
    }
  }
  return replaced;
}
