import type { Language } from '#contract/kinds.ts';
import { firstConventions, type OwnConventions } from '#contract/words.ts';
import { type Me, session } from '#src/core/api/session.ts';

/** Who reads, as far as a component asks: with the conventions that a language begins with, or others. */
export const readAs = (language: Language, own: OwnConventions = {}) =>
  session.set({ ...session.get(), me: { ...firstConventions(language), ...own } as Me });
