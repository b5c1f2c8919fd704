import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Need } from '#contract/access.ts';
import { ImportColumns } from '#contract/imports.ts';
import { many, one } from '#contract/resource.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { type Endpoint, endpoint } from '#server/platform/http/endpoint.ts';

/** Files with other headings that are remembered per list; older ones are deleted. */
const MAX_REMEMBERED = 50;

async function listColumns({ db, client }: ClientContext, list: string): Promise<ImportColumns[]> {
  const { rows } = await sql<ImportColumns>`
    select headings, choices from import_columns
    where client_id = ${client} and list = ${list} order by saved_at desc, key`.execute(db);
  return rows;
}

/** Stores the choices for files with these headings. Without choices, the stored ones are deleted. */
async function saveColumns(context: ClientContext, list: string, { headings, choices }: ImportColumns): Promise<void> {
  const { client } = context;
  const text = JSON.stringify(headings);
  const key = createHash('sha256').update(text).digest('hex');
  await context.write(async (tx) => {
    if (Object.keys(choices).length === 0) {
      await sql`delete from import_columns where client_id = ${client} and list = ${list} and key = ${key}`.execute(tx);
      return;
    }
    await sql`
      insert into import_columns (client_id, list, key, headings, choices)
      values (${client}, ${list}, ${key}, ${text}::jsonb, ${JSON.stringify(choices)}::jsonb)
      on conflict (client_id, list, key) do update set choices = excluded.choices, saved_at = now()`.execute(tx);
    await sql`
      delete from import_columns where client_id = ${client} and list = ${list} and key in (
        select key from import_columns where client_id = ${client} and list = ${list}
        order by saved_at desc, key offset ${MAX_REMEMBERED})`.execute(tx);
  });
}

/** `GET` and `PUT <resource>/import/columns/`: the choices for columns of files, for everybody of the client who may import. */
export const importColumnEndpoints = (path: string, need: Need | readonly Need[]): Endpoint[] => [
  endpoint({
    method: 'get',
    path: `/${path}/import/columns`,
    summary: `The choices for columns of files of ${path}, the last saved first`,
    need,
    response: many(ImportColumns),
    handle: async (context) => {
      const data = await listColumns(context, path);
      return { data, count: data.length };
    },
  }),
  endpoint({
    method: 'put',
    path: `/${path}/import/columns`,
    summary: `Remember the choices for columns of files of ${path} with these headings; no choices forget them`,
    need,
    body: ImportColumns,
    response: one(ImportColumns),
    handle: async (context, { body }) => {
      await saveColumns(context, path, body);
      return { data: body };
    },
  }),
];
