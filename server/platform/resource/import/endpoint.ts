import { ImportBody, Imported } from '#contract/imports.ts';
import { one, type Resource } from '#contract/resource.ts';
import { type Endpoint, endpoint } from '#server/platform/http/endpoint.ts';
import { isBehind } from '#server/platform/runtime/lateness.ts';
import { createTurns } from '#server/platform/runtime/turns.ts';
import { importColumnEndpoints } from './columns.ts';
import { importRows } from './import.ts';
import type { Importable } from './importable.ts';

const turns = createTurns({ ofEach: 1, ofAll: 4, waiting: 2, wait: 10, isBehind });

/** Max rows of a form: the lines of a delivery document. */
const ROWS_OF_FORM = 200;

/** An endpoint that takes files into a list. */
interface OfImportable extends Endpoint {
  importable: Importable;
}
/** The importable lists behind these endpoints. */
export const findImportables = (endpoints: readonly Endpoint[]): Importable[] =>
  endpoints.flatMap((one) => ('importable' in one ? [(one as OfImportable).importable] : []));

/** `POST <resource>/import/` and the choices for its columns. A person who may only add, or only change, may import files that do nothing else. */
export function importEndpoints<R extends Resource>(definition: Importable<R>): Endpoint[] {
  // The engine treats the rows of all resources alike.
  const importable = definition as unknown as Importable;
  const { contract } = importable.table;
  const module = contract.module ? { module: contract.module } : {};
  const need = (importable.adds ? [importable.adds.by] : (['change', 'add'] as const)).map((action) => ({
    item: contract.permission,
    action,
    ...module,
  }));
  const route = endpoint({
    method: 'post',
    path: `/${contract.path}/import`,
    summary: `Take the rows of a file into ${contract.id}, all or nothing`,
    need,
    body: ImportBody,
    response: one(Imported),
    long: true,
    handle: async (context, { body, work }) => ({
      // A form asks about its few rows, and waits for no file.
      data: await (body.dry_run && body.rows.length <= ROWS_OF_FORM
        ? importRows(context, importable, body, work)
        : turns.during(context.client, () => importRows(context, importable, body, work))),
    }),
  });
  return [{ ...route, importable } as OfImportable, ...importColumnEndpoints(contract.path, need)];
}
