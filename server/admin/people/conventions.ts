import type { Language } from '#contract/kinds.ts';
import { type Conventions, conventionsOf, firstConventions } from '#contract/words.ts';
import type { Tx } from '#server/db/database.ts';

const NAMES = ['units', 'clock', 'week_start'] as const satisfies readonly (keyof Conventions)[];
const MOST = conventionsOf();

/** A language's conventions that the client has otherwise; null where it has the same. */
export function unlikeClient(language: Language, client: Conventions): Record<keyof Conventions, string | null> {
  const first = firstConventions(language);
  const own = (name: keyof Conventions) => (first[name] === client[name] ? null : first[name]);
  return { units: own('units'), clock: own('clock'), week_start: own('week_start') };
}

const SET_BY_CHANGE = ['units', 'clock'] as const;

/** What an account has of its own from a change of its language on: pounds and 12 hours if it becomes the American one, else nothing new. */
export function conventionsOfChange(before: unknown, language: unknown): Record<string, string> {
  if (typeof language !== 'string' || language === before) return {};
  const first = firstConventions(language as Language);
  return Object.fromEntries(SET_BY_CHANGE.filter((name) => first[name] !== MOST[name]).map((name) => [name, first[name]]));
}

/** What a new account has of its own: what its language does unlike most and unlike the client. All else is as the client's. */
export async function ownConventions(tx: Tx, language: Language, client: number | null): Promise<Record<string, string>> {
  const usual = client === null ? MOST : await tx.selectFrom('client').select(NAMES).where('id', '=', client).executeTakeFirstOrThrow();
  const first = firstConventions(language);
  return Object.fromEntries(
    NAMES.filter((name) => first[name] !== MOST[name] && first[name] !== usual[name]).map((name) => [name, first[name]]),
  );
}
