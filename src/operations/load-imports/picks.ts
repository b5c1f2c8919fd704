import type { SentRow } from '#common/files/loads/rows.ts';
import { type NamePicks, toUnmatchedKey } from '#src/core/resource/import/unmatched.ts';

export const LOAD_RESOURCES = { ingredient: 'ingredients', mixer: 'mixers', group: 'groups' } as const;
export type LoadReference = keyof typeof LOAD_RESOURCES;
const REFERENCES = Object.keys(LOAD_RESOURCES) as LoadReference[];

/** Returns rows with the ids of the names for which a person chose a row. */
export function withPicks(rows: readonly SentRow[], farm: number, picks: NamePicks): readonly SentRow[] {
  if (picks.size === 0) return rows;
  const known = new Map<string, number | undefined>();
  const findPick = (field: LoadReference, name: string) => {
    const key = `${field} ${name}`;
    if (!known.has(key)) known.set(key, picks.get(toUnmatchedKey({ resource: LOAD_RESOURCES[field], farm, name })));
    return known.get(key);
  };
  return rows.map((row) => {
    const changed = { ...row };
    for (const field of REFERENCES) {
      const id = findPick(field, String(row[`${field}_name`] ?? ''));
      if (id === undefined) continue;
      changed[field] = id;
      delete changed[`${field}_name`];
    }
    return changed;
  });
}
