import { redirect } from 'react-router-dom';
import { startSession } from '#src/core/api/auth.ts';
import { currentClient } from '#src/core/api/place.ts';
import { isClientUser, type Me, session } from '#src/core/api/session.ts';
import { lastClient } from '#src/core/layout/last-client.ts';

/** The start page of a signed-in user. */
export const homeOf = (me: Me) => (isClientUser(me) ? '/app/companies' : '/app/clients');

/** The address to go on to after signing in; only one of our own. */
export function nextAddress(url: string): string | null {
  const next = new URL(url).searchParams.get('next');
  return next?.startsWith('/app/') ? next : null;
}

/** Redirects to the sign-in page, which returns here, unless the user is signed in without pending steps. */
export async function requireSession(request: Request): Promise<Me> {
  await startSession();
  const { me } = session.get();
  if (me && !me.duty) return me;
  const { pathname, search } = new URL(request.url);
  throw redirect(pathname.startsWith('/app/') ? `/auth?next=${encodeURIComponent(pathname + search)}` : '/auth');
}

/** Redirects signed-in users away from the sign-in page. */
export async function requireNoSession({ request }: { request: Request }) {
  await startSession();
  const { me } = session.get();
  return me && !me.duty ? redirect(nextAddress(request.url) ?? homeOf(me)) : null;
}

/** A person who works for several clients resumes the client entered last, once per page load or sign-in. */
export function resumeClient(me: Me) {
  if (!isClientUser(me) && currentClient.get() === null) currentClient.set(lastClient(me.id));
}

/** A client named in the address becomes the current one; a client's own users don't name it. */
export async function enterClient(request: Request, clientId: string | undefined) {
  const me = await requireSession(request);
  const id = Number(clientId);
  const { pathname, search } = new URL(request.url);
  if (isClientUser(me)) throw redirect(pathname.replace(`/clients/${clientId}`, '') + search);
  if (!Number.isInteger(id) || id < 1) throw redirect('/app/clients');
  currentClient.set(id);
  // The client's modules decide which of its screens there are. Asked for from the shell: the sign-in page doesn't load it.
  const { beginClient } = await import('#src/core/api/entered-client.ts');
  await beginClient(id);
  return null;
}

/** Client-area addresses without a client are for the client's own users. */
export async function ownClient(request: Request) {
  const me = await requireSession(request);
  if (!isClientUser(me)) throw redirect('/app/clients');
  currentClient.set(null);
  return null;
}
