import type { Need } from '#contract/access.ts';
import { isOpenToKey, KEY_SCOPES } from '#contract/key-scopes.ts';
import type { Endpoint } from './endpoint.ts';
import { IDEMPOTENCY_KEY, takesKey } from './idempotency.ts';
import { nameOperation } from './operation-ids.ts';

/** The lists of the API by the first segment of their paths. */
const TAGS: Record<string, string> = {
  about: 'The installation',
  ade: 'ICAR Animal Data Exchange',
  animalfeed: 'Batches of compound feed',
  archive: 'The archive of a client',
  auth: 'Signing in, and the caller’s own account',
  dashboard: 'Clients, users and the installation; comparisons over several clients',
  events: 'Changes as they happen',
  explorer: 'Choices of the explorer',
  history: 'Who changed which row',
  leftovers: 'Leftovers of feed',
  local: 'Timezones',
  manager: 'Lists: farms, groups, feeds, stores, rations, deliveries and others',
  perm: 'Employees, consultants and access groups',
  report: 'Reports, boards and mails of reports',
  schedule: 'Feedings: plan, loading and unloading',
  setup: 'First start of an installation',
  user: 'Settings of a person',
};

const DESCRIPTION = `Plan, record and account for feeding on livestock farms.

**Client and farm.** A key or a person of one client needs no prefix. To act for another client, put \`dashboard/clients/{client}/\` or
\`dashboard/clients/{client}/farms/{farm}/\` after \`/api/\`.

**Answers.** A success is \`{"data": …}\`, a list also has \`count\`. A failure is \`{"errors": {"<field>": [{"code", "message"}]}}\`.
Weights are kilograms, days are \`YYYY-MM-DD\` in the farm's time, instants are ISO 8601.

**Limits.** An access key has a number of requests per minute, which the operator sets. The headers \`RateLimit-Limit\`, \`RateLimit-Remaining\`
and \`RateLimit-Reset\` (seconds) of its answers state it. Expensive work has a limit of simultaneous requests per client, and wrong passwords
have a limit of attempts. All answer 429 with \`Retry-After\` in seconds; an overloaded server answers 503.

**Repeated requests.** A POST with \`Idempotency-Key\` is executed once: a repetition within 24 hours gets the first answer and the header
\`Idempotency-Replayed\`. A read has an \`ETag\`; with the tag in \`If-None-Match\` the answer is 304 if nothing changed. A change with the
row's \`version\` is refused with 409 if another change came first.`;

interface Options {
  version: string;
  /** Contact of the installation's operator: an address of mail or of a page, or ''. */
  support: string;
}

type Documented = Pick<Endpoint, 'path' | 'summary' | 'query' | 'response'>;

/** The paths of an endpoint in the document: its own, or one for each name that `{name}` takes. */
const listPaths = (endpoint: Endpoint): Documented[] =>
  endpoint.byName
    ? Object.entries(endpoint.byName()).map(([name, named]) => ({ ...named, path: endpoint.path.replace('{name}', name) }))
    : [endpoint];

const describeNeed = ({ item, action, module }: Need) => `\`${module ? `${module}.` : ''}${item}\` (${action})`;

/** The accounts and access keys that may send the request. */
function describeAccess({ scope, need, method, path, people, judge }: Endpoint): string {
  if (scope === 'public') return 'Open to everybody, without a token.';
  const needs = need === undefined ? [] : ([need].flat() as Need[]);
  const account = needs.length === 0 ? 'Open to every account of the client.' : `Needs the right ${needs.map(describeNeed).join(' or ')}.`;
  const scopes = KEY_SCOPES.filter((one) => !people && isOpenToKey([one], { method, path, needs, judged: judge !== undefined }));
  return `${account} ${scopes.length === 0 ? 'Closed to access keys.' : `Access keys: ${scopes.map((one) => `\`${one}\``).join(', ')}.`}`;
}

async function loadParts() {
  const { OpenAPIRegistry, OpenApiGeneratorV31 } = await import('@asteasolutions/zod-to-openapi');
  const { Failure } = await import('#contract/errors.ts');
  const { IN_LINES, ToldLine } = await import('#contract/progress.ts');
  const { z } = await import('zod');
  return { OpenAPIRegistry, OpenApiGeneratorV31, Failure, IN_LINES, ToldLine, z };
}
type Parts = Awaited<ReturnType<typeof loadParts>>;
type Registry = InstanceType<Parts['OpenAPIRegistry']>;

const json = (schema: unknown) => ({ 'application/json': { schema: schema as never } });
const RETRY_AFTER = { 'Retry-After': { description: 'Seconds to wait before the next attempt', schema: { type: 'integer' as const } } };

/** Registers the answers that endpoints share, and returns a reference to each. */
function registerAnswers(registry: Registry, { Failure, z }: Parts) {
  const { $schema: _, ...schema } = z.toJSONSchema(z.object(Failure.shape), { io: 'input' });
  registry.registerComponent('schemas', 'Failure', schema as never);
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } };
  const add = (name: string, description: string, more: object = {}) =>
    registry.registerComponent('responses', name, { description, content, ...more }).ref;
  return {
    notModified: registry.registerComponent('responses', 'NotModified', { description: 'Unchanged since the `ETag` of `If-None-Match`' })
      .ref,
    wrongField: add('WrongField', 'A field is wrong, missing or unknown; `errors` names it'),
    notSignedIn: add('NotSignedIn', 'No token or key, or an invalid one'),
    notPermitted: add('NotPermitted', 'The account or key lacks the right'),
    notFound: add('NotFound', 'No such row, or the row of another client or farm'),
    conflict: add(
      'Conflict',
      'The version is stale, the state does not allow the change, or the `Idempotency-Key` belongs to another request',
    ),
    tooLarge: add('TooLarge', 'The body is too large'),
    tooMany: add('TooMany', 'Too many requests at once, or too many failed attempts', { headers: RETRY_AFTER }),
    unavailable: add('Unavailable', 'The server is overloaded, restarting or out of room', { headers: RETRY_AFTER }),
  };
}
type Answers = ReturnType<typeof registerAnswers>;

function buildFailures({ scope, method, body, upload, refusalPage }: Endpoint, answers: Answers) {
  return {
    ...(refusalPage ? { 303: { description: 'Refused to a browser: the page that explains the refusal' } } : {}),
    400: answers.wrongField,
    ...(scope === 'public' ? {} : { 401: answers.notSignedIn, 403: answers.notPermitted, 404: answers.notFound }),
    ...(method === 'get' ? {} : { 409: answers.conflict }),
    ...(body || upload ? { 413: answers.tooLarge } : {}),
    429: answers.tooMany,
    503: answers.unavailable,
  };
}

function buildSuccess({ method, long }: Endpoint, response: unknown, status: number, { IN_LINES, ToldLine }: Parts) {
  if (status === 204) return { description: 'Done' };
  const etag = { ETag: { description: 'Tag of the answer, absent from large answers', schema: { type: 'string' as const } } };
  return {
    description: 'Success',
    ...(method === 'get' && !long ? { headers: etag } : {}),
    content: { ...json(response), ...(long ? { [IN_LINES]: { schema: ToldLine as never } } : {}) },
  };
}

function buildRequest(endpoint: Endpoint, { path, query }: Documented, { z }: Parts) {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  const text = (description: string, max?: number) => (max ? z.string().max(max) : z.string()).optional().meta({ description });
  const headers = {
    ...(takesKey(endpoint)
      ? { [IDEMPOTENCY_KEY]: text('A name of this request, unique for the caller. A repetition gets the first answer', 255) }
      : {}),
    ...(endpoint.method === 'get' && !endpoint.long ? { 'If-None-Match': text('The `ETag` of an earlier answer') } : {}),
  };
  return {
    ...(names.length > 0
      ? { params: z.object(Object.fromEntries(names.map((name) => [name, name === 'id' ? z.int().positive() : z.string()]))) }
      : {}),
    ...(Object.keys(headers).length > 0 ? { headers: z.object(headers) } : {}),
    ...(query ? { query: query as never } : {}),
    ...(endpoint.body ? { body: { required: true, content: json(endpoint.body) } } : {}),
    ...(endpoint.upload
      ? { body: { required: true, content: { 'application/octet-stream': { schema: { type: 'string' as const, format: 'binary' } } } } }
      : {}),
  };
}

/** The OpenAPI 3.1 document of the endpoints. Generated at the first request, so that it doesn't delay the start. */
export async function openApiDocument(endpoints: readonly Endpoint[], { version, support }: Options): Promise<unknown> {
  const parts = await loadParts();
  const registry = new parts.OpenAPIRegistry();
  const token = registry.registerComponent('securitySchemes', 'token', {
    type: 'http',
    scheme: 'bearer',
    description:
      'The secret of an access key (`manager/keys/`, on screen beside the farm), or a token of `auth/jwt/create/`. The schemes `Key` (secrets) and `JWT` (tokens) are accepted, too.',
  });
  const answers = registerAnswers(registry, parts);
  for (const endpoint of endpoints) {
    const status = endpoint.status ?? 200;
    const hasTag = endpoint.method === 'get' && !endpoint.long;
    for (const documented of listPaths(endpoint)) {
      registry.registerPath({
        method: endpoint.method,
        path: `/api${documented.path}/`,
        operationId: nameOperation({ ...endpoint, ...documented }),
        summary: documented.summary,
        description: describeAccess(endpoint),
        tags: [documented.path.split('/')[1] ?? ''],
        security: endpoint.scope === 'public' ? [] : [{ [token.name]: [] }],
        request: buildRequest(endpoint, documented, parts),
        responses: {
          [status]: buildSuccess(endpoint, documented.response, status, parts),
          ...(hasTag ? { 304: answers.notModified } : {}),
          ...buildFailures(endpoint, answers),
        },
      });
    }
  }
  const used = new Set(endpoints.map(({ path }) => path.split('/')[1]));
  return new parts.OpenApiGeneratorV31(registry.definitions).generateDocument({
    openapi: '3.1.0',
    info: {
      title: 'Manger',
      version,
      description: DESCRIPTION,
      contact: buildContact(support),
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: '/' }],
    tags: Object.entries(TAGS)
      .filter(([name]) => used.has(name))
      .map(([name, description]) => ({ name, description })),
  });
}

function buildContact(support: string) {
  const name = 'Operator of this installation';
  if (/^https?:/.test(support)) return { name, url: support };
  return support.includes('@') ? { name, email: support } : { name };
}
