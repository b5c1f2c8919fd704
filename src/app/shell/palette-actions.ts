import type { TFunction } from 'i18next';
import { definedKey } from '#common/texts/keys.ts';
import type { Access } from '#src/core/access/use-access.ts';
import type { Screen } from '#src/core/layout/screen.ts';
import type { MenuEntry } from './menu.ts';

export interface Action {
  id: string;
  name: string;
  words: string;
  to: string;
  screen: Screen;
  /** True if the action adds a row on the screen. */
  adds: boolean;
}

/** Title of adding to a screen's list, and the right for it. */
export const addingTo = ({ title, permission }: Screen) => ({
  title: definedKey(title.replace(/\.title$/, '.create')),
  need: [permission ?? []].flat().map((need) => ({ ...need, action: 'add' as const })),
});

/** Actions that a person can start from anywhere, as the screens define them. `month` is the month to close, null if there is none. */
export function actionsOf(entries: readonly MenuEntry[], access: Access, t: TFunction, month: string | null): Action[] {
  const wordsOf = (id: string) => t(definedKey(`search:words.${id}`), { defaultValue: '' });
  return entries.flatMap(({ screen, to }) => {
    const { id, adds, does } = screen;
    const common = { to, screen, words: wordsOf(id) };
    const adding = adds && addingTo(screen);
    return [
      ...(adding && access.canAny(adding.need) ? [{ ...common, id: `add-${id}`, name: t(adding.title), adds: true }] : []),
      ...(does && month && access.canAny(does.need) ? [{ ...common, id: `do-${id}`, name: t(does.title, { month }), adds: false }] : []),
    ];
  });
}
