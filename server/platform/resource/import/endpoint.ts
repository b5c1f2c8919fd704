import { ImportBody, Imported } from '#contract/imports.ts';
import { one, type Resource } from '#contract/resource.ts';
import { type Endpoint, endpoint } from '#server/platform/http/endpoint.ts';
import { isBehind } from '#server/platform/runtime/lateness.ts';
import { createTurns } from '#server/platform/runtime/turns.ts';
import { importRows } from './import.ts';
import type { Importable } from './importable.ts';

const turns = createTurns({ ofEach: 1, ofAll: 4, waiting: 2, wait: 10, isBehind });

/** `POST <resource>/import/`: who may only add or only change, may import files that do no more. */
export function importEndpoint<R extends Resource>(definition: Importable<R>): Endpoint {
  // The engine works on any resource's rows alike.
  const importable = definition as unknown as Importable;
  const { contract } = importable.table;
  const module = contract.module ? { module: contract.module } : {};
  return endpoint({
    method: 'post',
    path: `/${contract.path}/import`,
    summary: `Take the rows of a file into ${contract.id}, all or nothing`,
    need: (importable.adds ? [importable.adds.by] : (['change', 'add'] as const)).map((action) => ({
      item: contract.permission,
      action,
      ...module,
    })),
    body: ImportBody,
    response: one(Imported),
    long: true,
    handle: async (context, { body, work }) => ({
      data: await turns.during(context.client, () => importRows(context, importable, body, work)),
    }),
  });
}
