import type { TFunction } from 'i18next';
import { definedKey } from '#common/texts/keys.ts';
import type { Access } from '#src/core/access/use-access.ts';
import type { Screen } from '#src/core/layout/screen.ts';
import { ASK_TO_ADD, ASK_TO_IMPORT } from '#src/core/layout/use-asked-to-add.ts';
import type { MenuEntry } from './menu.ts';

export interface Action {
  id: string;
  name: string;
  words: string;
  to: string;
  screen: Screen;
  /** The state of the link that starts the action on its screen. */
  state?: object;
}

/** Title of adding to a screen's list, and the right for it. */
export const addingTo = ({ title, permission }: Screen) => ({
  title: definedKey(title.replace(/\.title$/, '.create')),
  need: [permission ?? []].flat().map((need) => ({ ...need, action: 'add' as const })),
});

/** The right to change rows, which a file may do. */
const findChangeNeeds = ({ permission }: Screen) => [permission ?? []].flat().map((need) => ({ ...need, action: 'change' as const }));

/** Actions that a person can start from anywhere, as the screens define them. `month` is the month to close, null if there is none. */
export function actionsOf(entries: readonly MenuEntry[], access: Access, t: TFunction, month: string | null): Action[] {
  const wordsOf = (id: string) => t(definedKey(`search:words.${id}`), { defaultValue: '' });
  return entries.flatMap(({ screen, to }) => {
    const { id, adds, imports, does } = screen;
    const common = { to, screen, words: wordsOf(id) };
    const adding = addingTo(screen);
    return [
      ...(adds && access.canAny(adding.need) ? [{ ...common, id: `add-${id}`, name: t(adding.title), state: ASK_TO_ADD }] : []),
      ...(imports && access.canAny(adding.need) && access.canAny(findChangeNeeds(screen))
        ? [{ ...common, id: `import-${id}`, name: t('search:import', { name: t(screen.title) }), state: ASK_TO_IMPORT }]
        : []),
      ...(does && month && access.canAny(does.need) ? [{ ...common, id: `do-${id}`, name: t(does.title, { month }) }] : []),
    ];
  });
}
