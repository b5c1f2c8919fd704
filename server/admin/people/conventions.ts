import type { Language } from '#contract/kinds.ts';
import { type Conventions, conventionsOf, firstConventions } from '#contract/words.ts';
import type { Tx } from '#server/db/database.ts';

const NAMES = ['units', 'clock', 'week_start'] as const satisfies readonly (keyof Conventions)[];
const MOST = conventionsOf();

/** A language's settings that differ from the client's; null for equal ones. */
export function unlikeClient(language: Language, client: Conventions): Record<keyof Conventions, string | null> {
  const first = firstConventions(language);
  const keepIfDifferent = (name: keyof Conventions) => (first[name] === client[name] ? null : first[name]);
  return { units: keepIfDifferent('units'), clock: keepIfDifferent('clock'), week_start: keepIfDifferent('week_start') };
}

const SET_BY_CHANGE = ['units', 'clock'] as const;

/** An account's own settings after a change of language: pounds and 12 hours for American English, otherwise nothing new. */
export function conventionsOfChange(before: unknown, language: unknown): Record<string, string> {
  if (typeof language !== 'string' || language === before) return {};
  const first = firstConventions(language as Language);
  return Object.fromEntries(SET_BY_CHANGE.filter((name) => first[name] !== MOST[name]).map((name) => [name, first[name]]));
}

/** A new account's own settings: those in which its language differs from most and from the client. All others follow the client. */
export async function ownConventions(tx: Tx, language: Language, client: number | null): Promise<Record<string, string>> {
  const usual = client === null ? MOST : await tx.selectFrom('client').select(NAMES).where('id', '=', client).executeTakeFirstOrThrow();
  const first = firstConventions(language);
  return Object.fromEntries(
    NAMES.filter((name) => first[name] !== MOST[name] && first[name] !== usual[name]).map((name) => [name, first[name]]),
  );
}
