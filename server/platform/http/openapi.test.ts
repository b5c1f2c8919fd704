import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { REPORT_IDS, reports } from '#contract/reports/index.ts';
import type { TestApi } from '#tests/support/api.ts';
import { test } from '#tests/support/test.ts';

interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security: object[];
  parameters?: { name: string; in: string }[];
  requestBody?: object;
  responses: Record<string, { $ref?: string; headers?: Record<string, unknown>; content?: Record<string, { schema: Schema }> }>;
}
interface Schema {
  $ref?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  description?: string;
  examples?: number[];
}
interface Document {
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; responses: Record<string, object>; securitySchemes: Record<string, object> };
}

async function readDocument(api: TestApi): Promise<Document> {
  const answer = await api.app.fetch(new Request('http://localhost/api/openapi.json'));
  return (await answer.json()) as Document;
}

const listOperations = ({ paths }: Document) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method, route: `${method} ${path}` })),
  );
const listNames = ({ parameters = [] }: Operation, place: string) => parameters.filter((one) => one.in === place).map(({ name }) => name);

test('each operation has an id of its own, made of a verb and an object', async ({ api }) => {
  const ids = listOperations(await readDocument(api)).map(({ operationId }) => operationId);
  expect(ids.length).toBeGreaterThan(600);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  expect(ids.filter((id) => !/^[a-z]+[A-Z][A-Za-z0-9]+$/.test(id))).toEqual([]);
});

test('published ids keep their routes, because clients are generated with them', async ({ api }) => {
  const current = new Map(listOperations(await readDocument(api)).map(({ operationId, route }) => [operationId, route]));
  const published = readFileSync(new URL('operation-ids.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  expect(published.length).toBeGreaterThan(600);
  for (const line of published) {
    const [id = '', ...route] = line.split(' ');
    expect([id, current.get(id)]).toEqual([id, route.join(' ')]);
  }
});

test('each operation is described with its access, tag and failures', async ({ api }) => {
  const document = await readDocument(api);
  const tags = document.tags.map(({ name }) => name);
  for (const operation of listOperations(document)) {
    const { route, description, security, responses, method, requestBody } = operation;
    expect([route, operation.summary.length > 0, tags.includes(operation.tags[0] ?? '')]).toEqual([route, true, true]);
    expect([route, description]).toEqual([route, expect.stringMatching(security.length === 0 ? /^Open to everybody/ : /ccess keys/)]);
    expect([route, Object.keys(responses)]).toEqual([route, expect.arrayContaining(['400', '429', '503'])]);
    expect([route, '413' in responses]).toEqual([route, requestBody !== undefined]);
    expect([route, '304' in responses]).toEqual([route, method === 'get' && listNames(operation, 'header').includes('If-None-Match')]);
  }
  expect(document.components.responses).toMatchObject({
    TooMany: { headers: { 'Retry-After': {} } },
    Unavailable: { headers: { 'Retry-After': {} } },
  });
  expect(document.components.securitySchemes).toMatchObject({ token: { type: 'http', scheme: 'bearer' } });
});

test('each report has a path with its filters and the cells of its rows', async ({ api }) => {
  const { paths, components } = await readDocument(api);
  const resolve = ({ $ref, ...schema }: Schema): Schema => ($ref ? (components.schemas[$ref.split('/').at(-1) ?? ''] ?? {}) : schema);
  for (const id of REPORT_IDS) {
    const operation = paths[`/api/report/${id}/make/`]?.get;
    const filters = listNames(operation as Operation, 'query');
    expect([id, filters]).toEqual([id, expect.arrayContaining([...reports[id].filters, 'page', 'page_size', 'ordering', 'language'])]);
    const answer = operation?.responses[200]?.content?.['application/json']?.schema.properties?.data ?? {};
    const row = resolve(resolve(answer).properties?.rows?.items ?? {});
    expect([id, Object.keys(row.properties ?? {})]).toEqual([id, expect.arrayContaining(reports[id].columns.map(({ key }) => key))]);
    expect([id, Object.keys(row.properties ?? {}).length > 1]).toEqual([id, true]);
  }
  expect(Object.keys(paths).filter((path) => path.includes('{name}/make'))).toEqual([]);
});

test('headers of repeated requests, deleted rows of short lists, and scores are described', async ({ api }) => {
  const { paths, components } = await readDocument(api);
  expect(listNames(paths['/api/manager/deliveries/']?.post as Operation, 'header')).toEqual(['Idempotency-Key']);
  expect(listNames(paths['/api/manager/mixers/list/']?.get as Operation, 'query')).toContain('deleted');
  const score = components.schemas.BunkScore?.properties?.score;
  expect([score?.examples, score?.description]).toEqual([[0, 0.5, 1, 2, 3, 4], expect.stringContaining('own scale')]);
});
