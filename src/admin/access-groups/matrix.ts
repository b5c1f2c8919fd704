import { ACTIONS, type Action, isOfModules, type Permission, SECTIONS, type Section } from '#contract/access.ts';

type Entry = Pick<Permission, Action>;

/** Adding, changing and deleting include seeing. Without seeing, nothing is granted. */
export function granted<E extends Entry>(entry: E, action: Action, on: boolean): E {
  if (action === 'view' && !on) return { ...entry, view: false, add: false, change: false, delete: false };
  return { ...entry, [action]: on, ...(on ? { view: true } : {}) };
}

export interface MatrixSection {
  id: Section;
  entries: { entry: Permission; index: number }[];
}

/** The entries by section, with their index in the list; without modules that the client lacks. */
export function sectionsOf(permissions: readonly Permission[], modules: readonly string[]): MatrixSection[] {
  const sections = (Object.keys(SECTIONS) as Section[]).map((id) => ({
    id,
    entries: SECTIONS[id].flatMap(([module, name]) => {
      const index = permissions.findIndex((entry) => entry.module === module && entry.name === name);
      return index === -1 || !isOfModules(modules, module, name) ? [] : [{ entry: permissions[index]!, index }];
    }),
  }));
  return sections.filter(({ entries }) => entries.length > 0);
}

/** All grantable items with the group's rights. */
export function filled(all: readonly Permission[], given: readonly Permission[]): Permission[] {
  return all.map((entry) => given.find(({ module, name }) => module === entry.module && name === entry.name) ?? entry);
}

/** Number of a group's items with any right. */
export const grantedCount = (permissions: readonly Entry[]) =>
  permissions.filter((entry) => ACTIONS.some((action) => entry[action])).length;
