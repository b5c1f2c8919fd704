import type { Language } from '#contract/kinds.ts';
import type { SavedFilters } from '#contract/operations/blanks.ts';
import { type ClientContext, type Context, inClient, type Services } from '#server/platform/context.ts';
import { notSignedIn } from '#server/platform/errors.ts';

const DAY = /^(planned|previous)_on_|^period$/;
/** Saved filters as the query of an address, without days. */
export const toSavedQuery = (filters: SavedFilters): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(filters)
      .filter(([name]) => !DAY.test(name))
      .map(([name, value]) => [name, Array.isArray(value) ? value.map(String) : String(value)]),
  );

interface Author {
  account: number;
  language: Language;
}

/** The context of an absent author with the author's current rights. A report that the author may no longer see is refused. */
export async function createAuthorContext(services: Services, { account, language }: Author): Promise<Context> {
  const principal = await services.principals.ofAccount(account);
  return { services, ip: '', log: services.log, header: () => undefined, principal, token: '', language };
}

/** The same within a client. */
export async function contextOfAuthor(
  services: Services,
  { client, client_locked, ...author }: Author & { client: number; client_locked: boolean },
): Promise<ClientContext> {
  if (client_locked) throw notSignedIn();
  return inClient(await createAuthorContext(services, author), client, undefined);
}
