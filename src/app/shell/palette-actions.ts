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
  /** The screen begins a new row. */
  adds: boolean;
}

/** What adding to a screen's list is called, and by which right. */
export const addingTo = ({ title, permission }: Screen) => ({
  title: definedKey(title.replace(/\.title$/, '.create')),
  need: [permission ?? []].flat().map((need) => ({ ...need, action: 'add' as const })),
});

/** What a person may begin from anywhere, as the screens say it; `month` is what there is left to close, null when nothing is. */
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
