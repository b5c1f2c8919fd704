import { z } from 'zod';
import { IdText } from '#contract/kinds.ts';
import { one } from '#contract/resource.ts';
import { MAX_OF_FILE, StoredFile, storedFileQuery } from '#contract/stored-files.ts';
import { notFound } from '#server/platform/errors.ts';
import { type Endpoint, endpoint } from '#server/platform/http/endpoint.ts';
import { createTurns } from '#server/platform/runtime/turns.ts';
import { addFile, type FileOwner, readFile, removeFile, sendFile } from './stored-files.ts';

/** Concurrency limits: each file is in memory as a whole while it is stored. */
const comingIn = createTurns({ ofEach: 3, ofAll: 12, waiting: 6, wait: 30 });

const parseId = (word: string | undefined): number => {
  const id = IdText.safeParse(word).data;
  if (id === undefined) throw notFound();
  return id;
};

/** Endpoints of the files of a resource's rows: store, read, delete. `what` names the row in the API's summary. */
export function fileEndpoints(owner: FileOwner, what: string): Endpoint[] {
  const { path, permission, module } = owner.table.contract;
  const files = `/${path}/{id}/files` as const;
  const need = (action: 'view' | 'change') => ({ item: permission, action, ...(module ? { module } : {}) });
  return [
    endpoint({
      method: 'post',
      path: files,
      summary: `Keep a scan or photograph with ${what}; the body is the file`,
      need: need('change'),
      query: storedFileQuery,
      upload: { max: MAX_OF_FILE },
      costly: true,
      status: 201,
      response: one(StoredFile),
      handle: (context, { id, query, upload }) =>
        comingIn.during(context.client, async () => ({ data: await addFile(context, owner, id, query.name, await readFile(upload)) })),
    }),
    endpoint({
      method: 'get',
      path: `${files}/{file}`,
      summary: `A file of ${what}`,
      need: need('view'),
      costly: true,
      response: z.unknown(),
      handle: (context, { id, params }) => sendFile(context, owner, id, parseId(params.file)),
    }),
    endpoint({
      method: 'delete',
      path: `${files}/{file}`,
      summary: `Throw a file of ${what} away`,
      need: need('change'),
      status: 204,
      response: z.null(),
      async handle(context, { id, params }) {
        await removeFile(context, owner, id, parseId(params.file));
        return null;
      },
    }),
  ];
}
