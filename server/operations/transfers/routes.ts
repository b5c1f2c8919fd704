import { z } from 'zod';
import { transfers } from '#contract/operations/transfers.ts';
import { one } from '#contract/resource.ts';
import { type Endpoint, endpoint } from '#server/platform/http/endpoint.ts';
import { create, remove } from '#server/platform/resource/crud.ts';
import { importEndpoints } from '#server/platform/resource/import/endpoint.ts';
import { resourceEndpoints } from '#server/platform/resource/resource.ts';
import { anyTable } from '#server/platform/resource/table.ts';
import { transferImport } from './import.ts';
import { transferTable } from './table.ts';

const table = anyTable(transferTable);
/** Like a count: it changes the contents of stores, not the stores. */
const need = { item: 'stock', action: 'change' } as const;

export const transferEndpoints: Endpoint[] = [
  ...resourceEndpoints(transferTable, ['create', 'update', 'remove']),
  ...importEndpoints(transferImport),
  endpoint({
    method: 'post',
    path: `/${transfers.path}`,
    summary: 'Move feed to another store of the company, with what it is worth',
    need,
    body: transfers.create,
    status: 201,
    response: one(transfers.row),
    handle: async (context, { body }) => ({ data: (await create(context, table, body)) as never }),
  }),
  endpoint({
    method: 'delete',
    path: `/${transfers.path}/{id}`,
    summary: 'Take a transfer back',
    need,
    status: 204,
    response: z.null(),
    handle: async (context, { id }) => {
      await remove(context, table, id);
      return null;
    },
  }),
];
