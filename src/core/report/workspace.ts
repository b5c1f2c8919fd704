import type { Filters } from './filters.ts';

/** What goes along from report to report: the farms, the days and what they are compared with. */
interface Workspace extends Pick<Filters, 'after' | 'before'> {
  farm: readonly string[];
  compare_with: readonly string[];
  /** The day on which the days were chosen: on another they begin anew. */
  today: string;
}

const keyOf = (user: number, client: number | null) => `workspace:${user}:${client ?? 'own'}`;

/** What the person last looked at in this tab, in the client that is open. */
export function keptWorkspace(user: number, client: number | null): Partial<Workspace> {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(user, client)) ?? '{}');
  } catch {
    return {};
  }
}

export const keepWorkspace = (user: number, client: number | null, workspace: Workspace) =>
  sessionStorage.setItem(keyOf(user, client), JSON.stringify(workspace));
