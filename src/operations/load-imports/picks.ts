import type { SentRow } from '#common/files/loads/rows.ts';
import { type NamePicks, toUnmatchedKey } from '#src/core/resource/import/unmatched.ts';

export const LOAD_RESOURCES = { ingredient: 'ingredients', mixer: 'mixers', group: 'groups' } as const;
export type LoadReference = keyof typeof LOAD_RESOURCES;
const REFERENCES = Object.keys(LOAD_RESOURCES) as LoadReference[];

/** Returns rows with the ids of the names for which a person chose a row. */
export const withPicks = (rows: readonly SentRow[], farm: number, picks: NamePicks): SentRow[] =>
  rows.map((row) => {
    const changed = { ...row };
    for (const field of REFERENCES) {
      const id = picks.get(toUnmatchedKey({ resource: LOAD_RESOURCES[field], farm, name: String(row[`${field}_name`] ?? '') }));
      if (id === undefined) continue;
      changed[field] = id;
      delete changed[`${field}_name`];
    }
    return changed;
  });
