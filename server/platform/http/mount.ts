import type { BlockList } from 'node:net';
import type { Hono, Context as HonoContext, MiddlewareHandler } from 'hono';
import { z } from 'zod';
import { allowsAny, type Need } from '#contract/access.ts';
import type { Failure } from '#contract/errors.ts';
import { isOpenToKey } from '#contract/key-scopes.ts';
import { IdText } from '#contract/kinds.ts';
import { IN_LINES } from '#contract/progress.ts';
import { isSecret } from '#server/platform/auth/access-key.ts';
import type { Principal } from '#server/platform/auth/principal.ts';
import { type ClientContext, type Context, inClient, type PublicContext, type Services } from '#server/platform/context.ts';
import { ApiError, fieldError, isOutOfRoom, notFound, notPermitted, notSignedIn, refusalOf } from '#server/platform/errors.ts';
import { answerAtEnd, streamProgress, unheard, type Work } from '#server/platform/runtime/work.ts';
import { callerAddress } from './address.ts';
import { BrokenOff, MAX_STRANGER_BYTES, mayExceed, parseJson, readSmall } from './body.ts';
import type { Endpoint } from './endpoint.ts';
import { answerOnce, IDEMPOTENCY_KEY, readIdempotencyKey, takesKey } from './idempotency.ts';
import { answerRead } from './json.ts';
import { queryOf } from './query.ts';
import { readInput } from './read-input.ts';
import { pathOf, type Scope, scopeOf } from './scope.ts';
import { sharing, visibilityKey } from './shared.ts';
import { takeFile, takeJson } from './take-body.ts';
import { findUnknownKeys } from './unknown-keys.ts';

export interface AppEnv {
  Variables: { requestId: string; log: PublicContext['log']; account: number | undefined; isKnown: true | undefined };
  Bindings: { incoming?: { socket?: { remoteAddress?: string | undefined } } };
}
type Http = HonoContext<AppEnv>;

interface MountOptions {
  /** Checks each answer against the contract. On in tests, so that the contract is reliable. */
  checkAnswers: boolean;
  /** Max bytes of a JSON body, by the path that routes match. */
  maxBytes: (path: string) => number;
}

/** Adds the endpoints to the app. Words precede parameters, so that `list` isn't read as an id. */
export function mount(app: Hono<AppEnv>, services: Services, endpoints: readonly Endpoint[], options: MountOptions): void {
  const shared = sharing<string>();
  const rank = (path: string) =>
    path
      .split('/')
      .map((part) => (part.startsWith('{') ? '1' : '0'))
      .join('');
  for (const endpoint of endpoints.toSorted((a, b) => rank(a.path).localeCompare(rank(b.path)))) {
    const path = `/api${endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => (name === 'id' ? ':id{[0-9]+}' : `:${name}`))}`;
    const { refusalPage } = endpoint;
    app[endpoint.method](path, (http) => {
      const answered = answer(http, services, endpoint, options, shared);
      return refusalPage ? answered.catch((error) => failedForPeople(http, error, services.log, refusalPage)) : answered;
    });
  }
}

/** The owner of concurrency limits: the client, in any of its endpoints; others have limits of their own. */
const turnOwner = (context: Context | ClientContext) =>
  context.principal.client ?? ('client' in context ? context.client : `account ${context.principal.id}`);

async function answer(
  http: Http,
  services: Services,
  endpoint: Endpoint,
  options: MountOptions,
  shared: ReturnType<typeof sharing<string>>,
): Promise<Response> {
  const scope = scopeOf(pathOf(http.req.url));
  const context = await buildContext(http, services, endpoint, scope);
  const params = http.req.param() as Record<string, string>;
  const id = params.id === undefined ? 0 : IdText.safeParse(params.id).data;
  if (id === undefined) throw notFound();
  const query = parseQuery(endpoint, http.req.url, services.now());
  const head = http.req.method === 'HEAD';
  endpoint.judge?.(context as never, { params, query } as never);
  if (head && (endpoint.long || endpoint.costly)) return http.body(null, 200);
  const { body, upload, end } = await inputOf(http, endpoint, context, scope, options);
  const inputFor = (work: Work | null) => ({
    id,
    params,
    query,
    body,
    upload,
    head,
    work,
    // Created on demand, because few handlers use it and it has a cost.
    get signal() {
      return http.req.raw.signal;
    },
  });
  // The scope selected the context; `endpoint()` connected both types at the definition.
  const handle = async (work: Work | null, inside: PublicContext = context) => {
    try {
      return await endpoint.handle(inside as never, inputFor(work) as never);
    } finally {
      await end();
    }
  };
  const status = endpoint.status ?? 200;
  const checked = (result: unknown) => {
    if (options.checkAnswers && status !== 204) checkAnswer(endpoint, params.name, result);
    return result;
  };
  if (endpoint.shared) {
    const what = JSON.stringify([endpoint.path, id, query, visibilityKey(context as Context)]);
    const text = await shared(what, async () => JSON.stringify(checked(await handle(null))));
    return answerRead(http, text);
  }
  const key = takesKey(endpoint) ? readIdempotencyKey(http.req.header(IDEMPOTENCY_KEY)) : null;
  if (key !== null) {
    const work = async (once: ClientContext) => ({ status, text: JSON.stringify(checked(await handle(null, once))) });
    return answerByKey(http, context as ClientContext, key, [endpoint.path, scope, body], work);
  }
  const done = (result: unknown) => {
    if (result instanceof Response) return result;
    checked(result);
    return status === 204 ? http.body(null, 204) : http.json(result as object, status);
  };
  if (!endpoint.long) {
    const result = await handle(null);
    const isRead = endpoint.method === 'get' && status === 200 && !(result instanceof Response);
    return isRead ? answerRead(http, JSON.stringify(checked(result))) : done(result);
  }
  const { signal } = http.req.raw;
  if (!http.req.header('accept')?.includes(IN_LINES)) return done(await answerAtEnd(signal, handle));
  return streamProgress(signal, handle, { done, failed: (error) => failed(http, error, services.log) });
}

/** Executes a request with an idempotency key once. Its repetitions get the same answer. */
async function answerByKey(http: Http, ...request: Parameters<typeof answerOnce>): Promise<Response> {
  const { status, text, repeated } = await answerOnce(...request);
  if (repeated) http.header('idempotency-replayed', 'true');
  return status === 204 ? http.body(null, 204) : http.body(text, status as 200, { 'content-type': 'application/json' });
}

async function buildContext(http: Http, services: Services, endpoint: Endpoint, scope: Scope): Promise<PublicContext> {
  const open: PublicContext = {
    services,
    ip: addressOf(http, services.trustedProxies),
    log: http.get('log'),
    header: (name) => http.req.header(name),
  };
  if (endpoint.scope === 'public') return open;
  const { token, isKey } = readCredentials(http.req.header('authorization') ?? '');
  const principal = await (isKey ? services.principals.ofKey(token) : services.principals.of(token));
  http.set('isKnown', true);
  services.keyLimit.count(http, principal);
  http.set('account', principal.viewer?.id ?? principal.id ?? undefined);
  if (!endpoint.always) demandFree(principal, endpoint);
  const account: Context = { ...open, principal, token, language: principal.language };
  const context = endpoint.scope === 'client' ? await inClient(account, scope.client, scope.farm, endpoint.method !== 'get') : account;
  demandRight(context.principal, endpoint);
  return context;
}

/** 403 if a step is pending before other requests, or if an impersonated session would write. */
function demandFree({ duty, viewer }: Principal, { method }: Endpoint): void {
  if (duty) throw new ApiError(403, { detail: [fieldError(`${duty}_due`)] });
  if (viewer && method !== 'get') throw new ApiError(403, { detail: [fieldError('view_only')] });
}

/** 403 unless the person, or the scopes of the access key, may call the endpoint. */
function demandRight({ rights, scopes }: Principal, { need, method, path, people, judge }: Endpoint): void {
  const needs: readonly Need[] = need === undefined ? [] : [need].flat();
  const isClosedToKeys = () => people || !isOpenToKey(scopes ?? [], { method, path, needs, judged: judge !== undefined });
  if (scopes && isClosedToKeys()) throw notPermitted();
  if (needs.length > 0 && !allowsAny(rights, needs)) throw notPermitted();
}

/** The token of a header `Authorization`, and whether it is the secret of an access key. 401 for another form. */
function readCredentials(header: string): { token: string; isKey: boolean } {
  const [, scheme, token] = /^(JWT|Key|[Bb]earer) (\S+)$/.exec(header) ?? [];
  if (!scheme || !token) throw notSignedIn();
  return { token, isKey: scheme === 'Key' || (scheme !== 'JWT' && isSecret(token)) };
}

/** The caller's address; '' for a call without a network. */
export const addressOf = (http: Http, trusted: BlockList): string =>
  callerAddress(http.env?.incoming?.socket?.remoteAddress ?? '', http.req.header('x-forwarded-for'), trusted);

/** Returns the parameters as the endpoint takes them. 400 naming each that is wrong or isn't known. */
function parseQuery({ query, scope }: Endpoint, url: string, now: Date): unknown {
  const given = queryOf(url);
  // Addresses that strangers open come out of mails and checks of health, which add parameters of their own. `farm` names the farm of a call.
  const { farm: _, ...unknown } = scope === 'public' ? {} : findUnknownKeys(query ?? NO_PARAMETERS, undefined, given);
  return query ? demandSound(readInput(query, given, now), unknown) : demandSound({ data: undefined, refusal: null }, unknown);
}

const NO_PARAMETERS = z.object({});

/** Returns a body as its endpoint takes it. 400 naming each field that is wrong or isn't known. */
function parseBody({ body, response }: Endpoint, content: unknown, farm: number | undefined, now: Date): unknown {
  if (!body) return undefined;
  const unknown = findUnknownKeys(body, response, content);
  return demandSound(readInput(body, withFarm(content, farm), now), unknown);
}

function demandSound({ data, refusal }: ReturnType<typeof readInput>, unknown: Failure['errors']): unknown {
  if (refusal || Object.keys(unknown).length > 0) throw new ApiError(400, { ...unknown, ...refusal?.errors });
  return data;
}

interface Input {
  body?: unknown;
  upload: AsyncIterable<Uint8Array> | null;
  end(): Promise<void>;
}

/** The request's body in the endpoint's form. Bodies are read only here, after sender, right and query were judged. */
async function inputOf(
  http: Http,
  endpoint: Endpoint,
  context: PublicContext,
  { path, farm }: Scope,
  { maxBytes }: MountOptions,
): Promise<Input> {
  const { raw } = http.req;
  const nothing = { upload: null, end: async () => {} };
  if (endpoint.scope === 'public') {
    if (!endpoint.body) return nothing;
    return {
      ...nothing,
      body: parseBody(endpoint, await parseJson([await readSmall(raw, MAX_STRANGER_BYTES)]), undefined, context.services.now()),
    };
  }
  const whose = turnOwner(context as Context | ClientContext);
  if (endpoint.upload) {
    const { content, end } = await takeFile(raw, { max: endpoint.upload.max, whose });
    return { upload: content, end };
  }
  if (!endpoint.body) return nothing;
  const { content, end } = await takeJson(raw, { max: maxBytes(path), whose });
  try {
    return {
      ...nothing,
      body: parseBody(endpoint, content, http.req.method === 'POST' ? farm : undefined, context.services.now()),
      end,
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/** Adds the path's farm to a body that creates a row. A change names its fields itself. */
function withFarm(body: unknown, farm: number | undefined): unknown {
  const isRow = typeof body === 'object' && body !== null && !Array.isArray(body);
  return farm !== undefined && isRow && !('farm' in body) ? { ...body, farm } : body;
}

function checkAnswer(endpoint: Endpoint, name: string | undefined, result: unknown): void {
  const { response } = endpoint.byName?.()[name ?? ''] ?? endpoint;
  const checked = z.safeParse(response, JSON.parse(JSON.stringify(result)));
  if (!checked.success) {
    const issues = checked.error.issues.slice(0, 5).map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`${endpoint.method} ${endpoint.path} breaks its contract: ${issues.join('; ')}`);
  }
}

/**
 * Closes the connection with the answer if more of the body may arrive than is read: bodies of strangers and of reads aren't received to be
 * discarded.
 */
export const closesUnread: MiddlewareHandler<AppEnv> = async (http, next) => {
  await next();
  const { raw, method } = http.req;
  const isUnread = !http.get('isKnown') || method === 'GET' || method === 'HEAD';
  if (isUnread && mayExceed(raw, MAX_STRANGER_BYTES)) http.res.headers.set('connection', 'close');
};

/** The answer to an error: a refusal as it is, any other error without internal details. */
export function failed(http: Http, error: unknown, log: Services['log']): Response {
  if (error instanceof BrokenOff) return unheard();
  const known = error instanceof ApiError ? error : refusalOf(error);
  const note = (what: string) => (http.get('log') ?? log).error({ error: (error instanceof Error && error.stack) || String(error) }, what);
  if (isOutOfRoom(error)) note('no disk space or memory left');
  if (known) return refusal(http, known);
  note('request failed');
  return http.json(serverError, 500);
}

/** The 4xx answer of a refusal. */
function refusal(http: Http, error: ApiError): Response {
  const wait = error.status === 429 || error.status === 503 ? Object.values(error.errors)[0]?.[0]?.limit : undefined;
  return http.json({ errors: error.errors }, error.status, {
    ...(wait === undefined ? {} : { 'retry-after': String(wait) }),
  });
}

/** Browsers request pages, programs anything. */
const asksForPage = (http: Http) => http.req.header('accept')?.includes('text/html') === true;

/** Like `failed`, but redirects browsers to a page that explains the error. */
function failedForPeople(http: Http, error: unknown, log: Services['log'], pageOf: NonNullable<Endpoint['refusalPage']>): Response {
  const response = failed(http, error, log);
  if (!asksForPage(http)) return response;
  return http.redirect(pageOf(response.status, response.headers.get('retry-after')), 303);
}

const serverError = { errors: { detail: [fieldError('server_error')] } };
