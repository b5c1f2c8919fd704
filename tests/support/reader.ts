import type { Language } from '#contract/kinds.ts';
import { firstConventions, type OwnConventions } from '#contract/words.ts';
import { type Me, session } from '#src/core/api/session.ts';

/** The reader in a component's view, with the conventions of a language, or others. */
export const readAs = (language: Language, own: OwnConventions = {}) =>
  session.set({ ...session.get(), me: { ...firstConventions(language), ...own } as Me });
