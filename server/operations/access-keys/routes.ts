import { z } from 'zod';
import { accessKeys, NewAccessKey } from '#contract/operations/access-keys.ts';
import { ListQuery, many, one } from '#contract/resource.ts';
import { newSecret } from '#server/platform/auth/access-key.ts';
import { type Endpoint, endpoint } from '#server/platform/http/endpoint.ts';
import { create, remove } from '#server/platform/resource/crud.ts';
import { list } from '#server/platform/resource/list.ts';
import { anyTable } from '#server/platform/resource/table.ts';
import { accessKeyTable, type WithSecret } from './table.ts';

const table = anyTable(accessKeyTable);
const path = `/${accessKeys.path}`;
// The right to change a farm includes its keys: seeing, creating and revoking.
const common = { scope: 'client', need: { item: 'farm', action: 'change' } } as const;

export const accessKeyEndpoints: Endpoint[] = [
  endpoint({
    ...common,
    method: 'get',
    path,
    summary: 'Access keys that were not revoked',
    query: ListQuery.extend(accessKeys.filters),
    response: many(accessKeys.row),
    handle: (context, { query }) => list(table, context, query),
  }),
  endpoint({
    ...common,
    method: 'post',
    path,
    summary: 'Create an access key; only this answer contains its secret',
    secret: true,
    body: accessKeys.create,
    status: 201,
    response: one(NewAccessKey),
    async handle(context, { body }) {
      const secret = newSecret();
      const row = await create(context, table, { ...body, secret } satisfies WithSecret & typeof body);
      return { data: { ...row, created_by_name: context.principal.name, secret } };
    },
  }),
  endpoint({
    ...common,
    method: 'delete',
    path: `${path}/{id}`,
    summary: 'Revoke an access key at once',
    status: 204,
    response: z.null(),
    async handle(context, { id }) {
      await remove(context, table, id);
      return null;
    },
  }),
];
