import { ACTIONS, type Action, isOfModules, type Permission, SECTIONS, type Section } from '#contract/access.ts';

type Entry = Pick<Permission, Action>;

/** Who may add, change or delete sees, too; who may not see may do nothing. */
export function granted<E extends Entry>(entry: E, action: Action, on: boolean): E {
  if (action === 'view' && !on) return { ...entry, view: false, add: false, change: false, delete: false };
  return { ...entry, [action]: on, ...(on ? { view: true } : {}) };
}

export interface MatrixSection {
  id: Section;
  entries: { entry: Permission; index: number }[];
}

/** The entries by section, with their place in the list; those of modules that the client hasn't are left out. */
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

/** Everything that can be granted, as the group grants it. */
export function filled(all: readonly Permission[], given: readonly Permission[]): Permission[] {
  return all.map((entry) => given.find(({ module, name }) => module === entry.module && name === entry.name) ?? entry);
}

/** How many of a group's items hold anything at all. */
export const grantedCount = (permissions: readonly Entry[]) =>
  permissions.filter((entry) => ACTIONS.some((action) => entry[action])).length;
