import type { ColumnChoice } from '#common/files/incoming/plan.ts';
import type { ColumnMeaning } from '#common/files/incoming/problem.ts';
import { currentClient } from '#src/core/api/place.ts';
import { session } from '#src/core/api/session.ts';

export type ColumnChoices = Readonly<Record<string, ColumnChoice>>;

/** Files with other headings that are remembered; the oldest is forgotten. */
const MAX_REMEMBERED = 20;

interface Remembered {
  headings: string;
  choices: ColumnChoices;
}

/** By list and client: two clients may mean different things by one heading. */
const toListKey = (list: string) => `import.columns:${currentClient.get() ?? `own${session.get().me?.id ?? ''}`}:${list}`;
const joinHeadings = (meanings: readonly ColumnMeaning[]) => meanings.map(({ heading }) => heading).join('\n');

function read(list: string): Remembered[] {
  try {
    return JSON.parse(localStorage.getItem(toListKey(list)) ?? '[]') as Remembered[];
  } catch {
    return [];
  }
}

/** Returns what a person said about the columns of a file with the same headings, on this device. */
export function recallChoices(list: string, meanings: readonly ColumnMeaning[]): ColumnChoices | undefined {
  const headings = joinHeadings(meanings);
  return read(list).find((one) => one.headings === headings)?.choices;
}

export function rememberChoices(list: string, meanings: readonly ColumnMeaning[], choices: ColumnChoices): void {
  const headings = joinHeadings(meanings);
  const others = read(list).filter((one) => one.headings !== headings);
  try {
    localStorage.setItem(toListKey(list), JSON.stringify([{ headings, choices }, ...others].slice(0, MAX_REMEMBERED)));
  } catch {
    // A full or forbidden store only costs the memory.
  }
}
