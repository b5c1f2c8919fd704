import type { ColumnChoice } from '#common/files/incoming/plan.ts';
import type { ColumnMeaning } from '#common/files/incoming/problem.ts';
import type { ImportColumns } from '#contract/imports.ts';
import { api } from '#src/core/api/api.ts';

export type ColumnChoices = Readonly<Record<string, ColumnChoice>>;

const listHeadings = (meanings: readonly ColumnMeaning[]) => meanings.map(({ heading }) => heading);

/** Returns the client's choices for columns of the list's files. Without an answer a file is read without them. */
export async function fetchRemembered(path: string, signal: AbortSignal): Promise<readonly ImportColumns[]> {
  try {
    return (await api.get<ImportColumns[]>(`${path}/import/columns/`, { signal })).data;
  } catch {
    signal.throwIfAborted();
    return [];
  }
}

/** Returns the choices for a file with the same headings. */
export function findChoices(remembered: readonly ImportColumns[], meanings: readonly ColumnMeaning[]): ColumnChoices | undefined {
  const headings = listHeadings(meanings).join('\n');
  return remembered.find((one) => one.headings.join('\n') === headings)?.choices as ColumnChoices | undefined;
}

/** Stores the choices for the client. A failure only costs the memory. */
export async function rememberChoices(path: string, meanings: readonly ColumnMeaning[], choices: ColumnChoices): Promise<void> {
  const body = { headings: listHeadings(meanings), choices };
  await api.put(`${path}/import/columns/`, { body }).catch(() => undefined);
}
