import { z } from 'zod';
import type { Action } from '#contract/access.ts';
import { ListQuery, LiteQuery, many, one, type Resource } from '#contract/resource.ts';
import { needsOf } from '#contract/rights.ts';
import { type Endpoint, endpoint } from '#server/platform/http/endpoint.ts';
import { create, get, remove, restore, update } from './crud.ts';
import { clientContextOf } from './installation.ts';
import { list } from './list.ts';
import type { Input, Table } from './table.ts';

type Operation = 'list' | 'lite' | 'get' | 'create' | 'update' | 'remove';

/** An endpoint that serves a table's rows. */
interface OfTable extends Endpoint {
  table: Table;
}

const ofTable = (table: Table, route: Endpoint): OfTable => ({ ...route, table });
/** Returns the tables whose rows these endpoints serve. */
export const tablesOf = (endpoints: readonly Endpoint[]): Table[] =>
  endpoints.flatMap((one) => ('table' in one ? [(one as OfTable).table] : []));

/** The parts that the endpoints of a table share. */
function describeRoutes(table: Table) {
  const { contract } = table;
  return {
    contract,
    name: contract.view ?? contract.id,
    path: `/${contract.path}`,
    need: (action: Action) => needsOf(contract, action),
    scope: table.installation ? 'account' : 'client',
    query: ListQuery.extend(contract.filters),
  } as const;
}

type Routes<O extends string> = Record<O, Endpoint | false>;

function readRoutes(table: Table): Routes<'lite' | 'list' | 'get'> {
  const { contract, name, path, need, scope, query } = describeRoutes(table);
  const lite = table.lite as readonly string[] | undefined;
  return {
    lite:
      lite !== undefined &&
      endpoint({
        scope,
        method: 'get',
        path: `${path}/list`,
        summary: `Short list of ${name}`,
        need: need('view'),
        query: query.extend(LiteQuery.shape),
        response: many(contract.row.pick(Object.fromEntries(lite.map((field) => [field, true as const])) as never)),
        handle: (context, input) => list(table, clientContextOf(context), input.query as never, lite),
      }),
    list: endpoint({
      scope,
      method: 'get',
      path: path + (table.listAt ?? ''),
      summary: `List of ${name}`,
      need: need('view'),
      query,
      response: many(contract.row),
      ...(table.shared ? { shared: true } : {}),
      handle: (context, input) => list(table, clientContextOf(context), input.query as never),
    }),
    get: ofTable(
      table,
      endpoint({
        scope,
        shows: contract.id,
        method: 'get',
        path: `${path}/{id}`,
        summary: `One of ${name}`,
        need: need('view'),
        response: one(contract.row),
        handle: async (context, { id }) => ({ data: await get(clientContextOf(context).db, table, clientContextOf(context), id) }),
      }),
    ),
  };
}

function saveRoutes(table: Table): Routes<'create' | 'update'> {
  const { contract, name, path, need, scope } = describeRoutes(table);
  return {
    create: endpoint({
      scope,
      method: 'post',
      path,
      summary: `Add to ${name}`,
      need: need('add'),
      body: contract.create,
      status: 201,
      response: one(contract.row),
      handle: async (context, { body }) => ({ data: await create(clientContextOf(context), table, body as Input) }),
    }),
    update: endpoint({
      scope,
      method: 'put',
      path: `${path}/{id}`,
      summary: `Change one of ${name}`,
      need: need('change'),
      body: contract.update,
      response: one(contract.row),
      handle: async (context, { id, body }) => ({ data: await update(clientContextOf(context), table, id, body as Input) }),
    }),
  };
}

/** Delete, and its undo if rows are deleted softly. */
function removeRoutes(table: Table): Routes<'remove' | 'restore'> {
  const { contract, name, path, need, scope } = describeRoutes(table);
  return {
    remove:
      table.remove !== 'never' &&
      endpoint({
        scope,
        method: 'delete',
        path: `${path}/{id}`,
        summary: `Delete one of ${name}`,
        need: need('delete'),
        status: 204,
        response: z.null(),
        handle: async (context, { id }) => remove(clientContextOf(context), table, id).then(() => null),
      }),
    restore:
      table.remove === 'soft' &&
      !contract.final &&
      endpoint({
        scope,
        method: 'post',
        path: `${path}/{id}/restore`,
        summary: `Take back the delete of one of ${name}`,
        need: need('delete'),
        response: one(contract.row),
        handle: async (context, { id }) => ({ data: await restore(clientContextOf(context), table, id) }),
      }),
  };
}

/** Returns the endpoints of a resource over its table; `without` leaves out those that the resource defines itself. */
export function resourceEndpoints<R extends Resource>(definition: Table<R>, without: readonly Operation[] = []): Endpoint[] {
  // The engine treats the rows of all resources alike.
  const table = definition as unknown as Table;
  const routes: Routes<Operation | 'restore'> = { ...readRoutes(table), ...saveRoutes(table), ...removeRoutes(table) };
  const isLeftOut = (operation: string) => without.some((one) => one === operation.replace('restore', 'remove'));
  return Object.entries(routes).flatMap(([operation, route]) => (isLeftOut(operation) ? [] : route || []));
}
