import { z } from 'zod';
import { IdText } from '#contract/kinds.ts';
import { DeliveryFile, deliveryFileQuery, MAX_OF_FILE } from '#contract/operations/delivery-documents.ts';
import { one } from '#contract/resource.ts';
import { notFound } from '#server/platform/errors.ts';
import { type Endpoint, endpoint } from '#server/platform/http/endpoint.ts';
import { createTurns } from '#server/platform/runtime/turns.ts';
import { addFile, readFile, removeFile, sendFile } from './files.ts';

/** Concurrency limits: each file is in memory as a whole while it is stored. */
const comingIn = createTurns({ ofEach: 3, ofAll: 12, waiting: 6, wait: 30 });

const parseId = (word: string | undefined): number => {
  const id = IdText.safeParse(word).data;
  if (id === undefined) throw notFound();
  return id;
};

const FILES = '/manager/deliveries/documents/{id}/files';

export const deliveryFileEndpoints: Endpoint[] = [
  endpoint({
    method: 'post',
    path: FILES,
    summary: 'Keep a scan or photograph with a delivery document; the body is the file',
    need: { item: 'delivery', action: 'change' },
    query: deliveryFileQuery,
    upload: { max: MAX_OF_FILE },
    costly: true,
    status: 201,
    response: one(DeliveryFile),
    handle: (context, { id, query, upload }) =>
      comingIn.during(context.client, async () => ({ data: await addFile(context, id, query.name, await readFile(upload)) })),
  }),
  endpoint({
    method: 'get',
    path: `${FILES}/{file}`,
    summary: 'A file of a delivery document',
    need: { item: 'delivery', action: 'view' },
    costly: true,
    response: z.unknown(),
    handle: (context, { id, params }) => sendFile(context, id, parseId(params.file)),
  }),
  endpoint({
    method: 'delete',
    path: `${FILES}/{file}`,
    summary: 'Throw a file of a delivery document away',
    need: { item: 'delivery', action: 'change' },
    status: 204,
    response: z.null(),
    async handle(context, { id, params }) {
      await removeFile(context, id, parseId(params.file));
      return null;
    },
  }),
];
