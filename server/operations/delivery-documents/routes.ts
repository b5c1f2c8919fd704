import { z } from 'zod';
import { IdText } from '#contract/kinds.ts';
import { DeliveryFile, deliveryFileQuery } from '#contract/operations/delivery-documents.ts';
import { one } from '#contract/resource.ts';
import { ApiError, notFound } from '#server/platform/errors.ts';
import { type Endpoint, endpoint } from '#server/platform/http/endpoint.ts';
import { createTurns } from '#server/platform/runtime/turns.ts';
import { unheard } from '#server/platform/runtime/work.ts';
import { addFile, readFile, removeFile, sendFile } from './files.ts';

/** Each is in memory whole while it comes. */
const comingIn = createTurns({ ofEach: 3, ofAll: 12, wait: 30 });

const numberOf = (word: string | undefined): number => {
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
    upload: true,
    costly: true,
    status: 201,
    response: one(DeliveryFile),
    async handle(context, { id, query, upload }) {
      const bytes = await comingIn.during(context.client, () =>
        readFile(upload, context.header('content-length')).catch((error) => {
          // What else goes wrong is the line: nobody waits for an answer.
          if (error instanceof ApiError) throw error;
          return null;
        }),
      );
      return bytes ? { data: await addFile(context, id, query.name, bytes) } : unheard();
    },
  }),
  endpoint({
    method: 'get',
    path: `${FILES}/{file}`,
    summary: 'A file of a delivery document',
    need: { item: 'delivery', action: 'view' },
    costly: true,
    response: z.unknown(),
    handle: (context, { id, params }) => sendFile(context, id, numberOf(params.file)),
  }),
  endpoint({
    method: 'delete',
    path: `${FILES}/{file}`,
    summary: 'Throw a file of a delivery document away',
    need: { item: 'delivery', action: 'change' },
    status: 204,
    response: z.null(),
    async handle(context, { id, params }) {
      await removeFile(context, id, numberOf(params.file));
      return null;
    },
  }),
];
