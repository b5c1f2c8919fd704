import type { Filters } from './filters.ts';

/** The settings that one report passes on to the next: the farms, the days and the comparison period. */
interface Workspace extends Pick<Filters, 'after' | 'before'> {
  farm: readonly string[];
  compare_with: readonly string[];
  /** The day on which the days were chosen; on another day they are reset. */
  today: string;
}

const keyOf = (user: number, client: number | null) => `workspace:${user}:${client ?? 'own'}`;

/** The filters last used in this tab and client. */
export function keptWorkspace(user: number, client: number | null): Partial<Workspace> {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(user, client)) ?? '{}');
  } catch {
    return {};
  }
}

export const keepWorkspace = (user: number, client: number | null, workspace: Workspace) =>
  sessionStorage.setItem(keyOf(user, client), JSON.stringify(workspace));
