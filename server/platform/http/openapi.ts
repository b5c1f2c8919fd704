import type { Endpoint } from './endpoint.ts';
import { takesKey } from './idempotency.ts';

/** The OpenAPI 3.1 document of the endpoints. Generated at the first request, so that it doesn't delay the start. */
export async function openApiDocument(endpoints: readonly Endpoint[], version: string): Promise<unknown> {
  const { OpenAPIRegistry, OpenApiGeneratorV31 } = await import('@asteasolutions/zod-to-openapi');
  const { Failure } = await import('#contract/errors.ts');
  const { IN_LINES, ToldLine } = await import('#contract/progress.ts');
  const { z } = await import('zod');
  const registry = new OpenAPIRegistry();
  registry.registerComponent('securitySchemes', 'token', {
    type: 'http',
    scheme: 'bearer',
    description:
      'A token of `auth/jwt/create/`, or the secret of an access key of `manager/keys/`. The schemes `JWT` (tokens) and `Key` (secrets) are accepted, too.',
  });
  const json = (schema: unknown) => ({ 'application/json': { schema: schema as never } });
  const failure = (description: string) => ({ description, content: json(Failure) });
  for (const endpoint of endpoints) {
    const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
    const status = endpoint.status ?? 200;
    registry.registerPath({
      method: endpoint.method,
      path: `/api${endpoint.path}/`,
      summary: endpoint.summary,
      tags: [endpoint.path.split('/')[1] ?? ''],
      security: endpoint.scope === 'public' ? [] : [{ token: [] }],
      request: {
        ...(names.length > 0
          ? { params: z.object(Object.fromEntries(names.map((name) => [name, name === 'id' ? z.int().positive() : z.string()]))) }
          : {}),
        ...(takesKey(endpoint) ? { headers: z.object({ 'Idempotency-Key': z.string().max(255).optional() }) } : {}),
        ...(endpoint.query ? { query: endpoint.query as never } : {}),
        ...(endpoint.body ? { body: { required: true, content: json(endpoint.body) } } : {}),
      },
      responses: {
        [status]:
          status === 204
            ? { description: 'Done' }
            : {
                description: 'Success',
                content: { ...json(endpoint.response), ...(endpoint.long ? { [IN_LINES]: { schema: ToldLine as never } } : {}) },
              },
        ...(endpoint.refusalPage ? { 303: { description: 'Refused to a browser: the page that says why' } } : {}),
        400: failure('A field is wrong'),
        ...(endpoint.scope === 'public'
          ? {}
          : { 401: failure('No or bad token'), 403: failure('No right'), 404: failure('Not there, or not yours') }),
        ...(endpoint.method === 'get' ? {} : { 409: failure('Stale version, or the state does not allow it') }),
      },
    });
  }
  return new OpenApiGeneratorV31(registry.definitions).generateDocument({
    openapi: '3.1.0',
    info: {
      title: 'Manger',
      version,
      description:
        'Plan, record and account for feeding. Acting for a client: put `dashboard/clients/{client}/` or `dashboard/clients/{client}/farms/{farm}/` before the path.',
    },
    servers: [{ url: '/' }],
  });
}
