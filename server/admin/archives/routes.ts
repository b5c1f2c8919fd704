import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { ClientImported, LARGEST_ARCHIVE } from '#contract/admin/archives.ts';
import { one } from '#contract/resource.ts';
import type { ClientContext, Context } from '#server/platform/context.ts';
import { invalid } from '#server/platform/errors.ts';
import { type Endpoint, endpoint } from '#server/platform/http/endpoint.ts';
import { recordActivity } from '#server/platform/resource/history.ts';
import { createThreadLine, isSource, programBeside } from '#server/platform/runtime/thread.ts';
import { createTurns } from '#server/platform/runtime/turns.ts';
import type { Work } from '#server/platform/runtime/work.ts';
import { restoreClient } from './restore.ts';
import { writeArchive } from './write.ts';

/** Limits of exports, which need a connection, memory and disk: one per client until the file is sent, a few in total. */
const goingOut = createTurns({ ofEach: 1, ofAll: 3, wait: 30 });
const comingIn = createTurns({ ofEach: 1, ofAll: 2, waiting: 1, wait: 30 });
/**
 * Writes in a thread, because a large client takes minutes of a processor. From source, compiling in a thread would cost more than it
 * saves.
 */
const write: typeof writeArchive = isSource
  ? writeArchive
  : createThreadLine(programBeside(import.meta.url, 'archive-worker'), { memoryMb: 512 });

/** A temporary folder for one file. */
async function folder(): Promise<{ file: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'manger-archive-'));
  return { file: join(path, 'client.zip'), remove: () => rm(path, { recursive: true, force: true }) };
}

async function note(context: Context, action: string, client: number): Promise<void> {
  const { services, principal, ip } = context;
  const db = services.database.acrossClients();
  await recordActivity(db, { id: principal.id, name: principal.name, ip, client }, action, 'clients', client);
}

/** The file is complete before its first byte is sent, so that a cut transfer is shorter than announced. */
async function startArchive(context: ClientContext, work: Work): Promise<Response> {
  const { services, client } = context;
  const turn = await goingOut.take(client);
  let remove = async () => {};
  try {
    const place = await folder();
    remove = place.remove;
    const { database, secret, now } = services;
    const { url, embedded } = database;
    await write({ database: { url, embedded }, secret, client, file: place.file, now: now() }, work);
    turn.made();
    await note(context, 'archive', client);
    const { size } = await stat(place.file);
    const stream = createReadStream(place.file).on('close', () => void place.remove().finally(turn.end));
    return new Response(Readable.toWeb(stream) as ReadableStream, {
      headers: {
        'content-type': 'application/zip',
        'content-length': String(size),
        'content-disposition': `attachment; filename="manger-client-${client}-${services.now().toISOString().slice(0, 10)}.zip"`,
      },
    });
  } catch (error) {
    await remove().finally(turn.end);
    throw error;
  }
}

async function importArchive(
  context: Context,
  upload: AsyncIterable<Uint8Array> | null,
  signal: AbortSignal,
  work: Work,
): Promise<ClientImported> {
  if (!upload) throw invalid('file', 'required');
  const { file, remove } = await folder();
  try {
    await pipeline(upload, createWriteStream(file, { mode: 0o600 }), { signal });
    const { database, secret } = context.services;
    const imported = await restoreClient(database, secret, file, work);
    context.services.principals.forget();
    await note(context, 'import', imported.client);
    return imported;
  } finally {
    await remove();
  }
}

export const archiveEndpoints: Endpoint[] = [
  endpoint({
    method: 'get',
    // For a client in the path: `dashboard/clients/{client}/archive/`.
    path: '/archive',
    summary: "A client's whole data as one zip: JSON lines by table, a manifest, and its lists as a workbook",
    // The archive contains the client's people, so it needs the right to manage people.
    need: { item: 'access_group', action: 'change' },
    response: z.unknown(),
    long: true,
    handle: (context, { work }) => startArchive(context, work),
  }),
  endpoint({
    method: 'post',
    path: '/dashboard/clients/import',
    summary: 'Make a client of an archive, all or nothing; the body is the file',
    scope: 'account',
    need: { item: 'client', action: 'add' },
    upload: { max: LARGEST_ARCHIVE },
    long: true,
    status: 201,
    response: one(ClientImported),
    handle: async (context, { upload, signal, work }) => ({
      data: await comingIn.during(context.principal.id ?? 0, () => importArchive(context, upload, signal, work)),
    }),
  }),
];
