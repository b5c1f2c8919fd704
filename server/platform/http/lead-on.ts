import type { Hono, Context as HonoContext } from 'hono';
import { z } from 'zod';
import { phoneOf } from '#contract/phone.ts';
import { Name } from '#server/platform/cells/find-client.ts';
import { CELL_HEADER, type Cells, hashOf, WHOSE_PATH } from '#server/platform/cells/places.ts';
import type { Services } from '#server/platform/context.ts';
import { clientMoving, notFound } from '#server/platform/errors.ts';
import { parseSealedLink } from '#server/platform/sealed-link.ts';
import { MAX_STRANGER_BYTES, parseJson, readSmall, unreadBody } from './body.ts';
import { type AppEnv, addressOf } from './mount.ts';
import { pathOf } from './scope.ts';

type Http = HonoContext<AppEnv>;

/** Not for what follows another way. */
const OF_THE_CONNECTION = ['connection', 'keep-alive', 'transfer-encoding', 'content-encoding', 'content-length', 'upgrade', 'host'];
/** What isn't here is told so, to the cell that led somebody here by what it knew before. */
const MISDIRECTED = 421;

const Named = z.object({ login: z.string(), token: z.string(), secret: z.string() }).partial();

/** The words of a stranger's body that name a client; the body stays to be read. */
async function bodyNames({ req: { raw } }: Http): Promise<z.infer<typeof Named>> {
  if (raw.method !== 'POST') return {};
  const body = await readSmall(raw, MAX_STRANGER_BYTES);
  try {
    return Named.catch({}).parse(JSON.parse(body.toString()));
  } catch {
    return {};
  }
}

function ofSecret(secret: string): Name | undefined {
  const link = parseSealedLink(secret);
  return link ? { by: link.kind === 'person' ? 'account' : 'client', value: String(link.owner) } : undefined;
}

async function ofToken({ tokens }: Services, token: string): Promise<Name | undefined> {
  const claims = await tokens.readRenewable(token).catch(() => undefined);
  return claims && { by: 'session', value: claims.sid };
}

/** By what a request names whose it is; undefined when by nothing, so that this cell answers it. */
async function nameOf(http: Http, services: Services): Promise<Name | undefined> {
  const path = pathOf(http.req.url).replace(/\/$/, '');
  const link = /^\/api\/report\/files\/([\w-]+)$/.exec(path)?.[1];
  if (link) return { by: 'link', value: hashOf(link) };
  const [, scheme, secret = ''] = /^(JWT|Key) (\S+)$/.exec(http.req.header('authorization') ?? '') ?? [];
  if (scheme === 'Key') return { by: 'key', value: hashOf(secret) };
  if (scheme === 'JWT') return ofToken(services, secret);
  if (/^\/api\/auth\/jwt\/(create|verify|refresh)$/.test(path)) {
    const { login, token } = await bodyNames(http);
    if (token) return ofToken(services, token);
    const value = login?.includes('@') ? login : login && phoneOf(login);
    return value && value.length <= 400 ? { by: 'login', value } : undefined;
  }
  if (/^\/api\/report\/(mail-consent\/(look|answer)|shared\/look)$/.test(path)) return ofSecret((await bodyNames(http)).secret ?? '');
  return undefined;
}

/** Puts the request to the cell where its client lives, and gives what that answers as it comes; undefined when the client has left that one. */
async function forward(http: Http, services: Services, cells: Cells, cell: number): Promise<Response | undefined> {
  const { raw } = http.req;
  const headers = new Headers(raw.headers);
  for (const name of OF_THE_CONNECTION) headers.delete(name);
  headers.set('accept-encoding', 'identity');
  headers.set('x-forwarded-for', addressOf(http, services.trustedProxies));
  headers.set('x-request-id', http.get('requestId'));
  const url = new URL(raw.url);
  const body = raw.method === 'GET' || raw.method === 'HEAD' ? null : unreadBody(raw);
  const answer = await cells.send(cell, url.pathname + url.search, {
    ...{ method: raw.method, headers, redirect: 'manual', signal: raw.signal },
    ...(body ? ({ body, duplex: 'half' } as object) : {}),
  });
  if (answer.status === MISDIRECTED) {
    cells.forget();
    // What was sent with it is gone.
    if (body) throw clientMoving();
    return undefined;
  }
  const passedOn = new Headers(answer.headers);
  for (const name of OF_THE_CONNECTION) passedOn.delete(name);
  return new Response(answer.body, { status: answer.status, headers: passedOn });
}

/** What another cell answers, or that this one does; undefined when it isn't where it was. */
async function lead(http: Http, services: Services, cells: Cells, name: Name): Promise<Response | 'here' | undefined> {
  const place = await cells.placeOf(name);
  if (!place || place.cell === cells.setting.number) return 'here';
  // Until the other has a client that is stopped, this one answers who looks, and whoever changes something comes again.
  if (!place.stopped || (await cells.isThere(place.cell, name))) return forward(http, services, cells, place.cell);
  if (http.req.method !== 'GET' || name.by === 'link') throw clientMoving();
  return 'here';
}

/**
 * Leads each request to the cell where its client lives, whichever it came to: by the token's session, the access key, the link, or the login. Only
 * people of the installation itself, who have no client, stay where they signed in.
 */
export function leadOn(app: Hono<AppEnv>, services: Services, cells: Cells): void {
  app.post(WHOSE_PATH, async (http) => {
    if (!cells.isCell(http.req.header(CELL_HEADER))) throw notFound();
    const name = Name.safeParse(await parseJson([await readSmall(http.req.raw, MAX_STRANGER_BYTES)]).catch(() => undefined));
    if (!name.success) throw notFound();
    return http.json({ here: await cells.isHere(name.data) });
  });
  app.use('/api/*', async (http, next) => {
    const name = await nameOf(http, services);
    if (!name) return next();
    // One that another cell sent isn't sent any further.
    if (cells.isCell(http.req.header(CELL_HEADER))) return (await cells.isHere(name)) ? next() : http.body(null, MISDIRECTED as never);
    const answer = (await lead(http, services, cells, name)) ?? (await lead(http, services, cells, name));
    if (!answer) throw clientMoving();
    return answer === 'here' ? next() : answer;
  });
}
