import { sql } from 'kysely';
import { MAX_FILES, MAX_OF_FILES, type StoredFile } from '#contract/stored-files.ts';
import type { Db, Tx } from '#server/db/database.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { invalid, notFound } from '#server/platform/errors.ts';
import { get, lockAndGet, noteChange } from '#server/platform/resource/crud.ts';
import { groupBy } from '#server/platform/resource/group-by.ts';
import type { AnyRow, Table } from '#server/platform/resource/table.ts';
import { cleanFileName, fileTypeOf } from './kept-file.ts';

/** The table whose rows have files, and the column of `delivery_file` that names the row. */
export interface FileOwner {
  table: Table;
  column: 'document_id' | 'analysis_id';
}

/** Bytes of a part. */
const PART = 64 * 1024;

/** Adds to rows that were read the description of their files. */
export async function attachFiles(
  db: Db,
  rows: readonly AnyRow[],
  client: number,
  { column }: Pick<FileOwner, 'column'>,
): Promise<AnyRow[]> {
  const owner = sql.ref(column);
  const { rows: found } = await sql<AnyRow>`
    select ${owner} as owner, id, name, type, size, made_at from delivery_file
    where client_id = ${client} and ${owner} = any(${rows.map(({ id }) => id as number)}) order by id`.execute(db);
  const byOwner = groupBy(found, (file) => file.owner as number);
  return rows.map((row) => ({ ...row, files: (byOwner.get(row.id) ?? []).map(({ owner: _, ...file }) => file) }));
}

/** The file's bytes; 400 if there are none. */
export async function readFile(upload: AsyncIterable<Uint8Array> | null): Promise<Buffer> {
  if (!upload) throw invalid('file', 'required');
  const pieces: Uint8Array[] = [];
  for await (const piece of upload) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Changes the files of a row visible to the caller, recorded in history as a change of the row. */
const changeFiles = <T>(
  context: ClientContext,
  { table }: FileOwner,
  id: number,
  change: (tx: Tx, before: AnyRow) => Promise<T>,
): Promise<T> =>
  context.write(async (tx) => {
    const before = await lockAndGet(tx, table, context, id);
    const result = await change(tx, before);
    await noteChange(tx, table, context, before, await get(tx, table, context, id));
    return result;
  });

/** Stores a file with a row, under a clean name; 400 if it is neither scan nor photograph, or exceeds the client's storage limit. */
export async function addFile(context: ClientContext, owner: FileOwner, id: number, name: string, bytes: Buffer): Promise<StoredFile> {
  const type = fileTypeOf(bytes);
  if (!type) throw invalid('file', 'invalid_format');
  const { client } = context;
  return changeFiles(context, owner, id, async (tx, before) => {
    if ((before.files as unknown[]).length >= MAX_FILES) throw invalid('file', 'too_large', { limit: MAX_FILES });
    // Two that come at once are counted one after the other.
    await sql`select pg_advisory_xact_lock(hashtextextended('delivery_file', ${client}::bigint))`.execute(tx);
    const { rows: sums } = await sql<{ size: number }>`
      select coalesce(sum(size), 0)::bigint as size from delivery_file where client_id = ${client}`.execute(tx);
    if (Number(sums[0]?.size ?? 0) + bytes.byteLength > MAX_OF_FILES) throw invalid('file', 'too_large', { limit: MAX_OF_FILES });
    const made = await tx
      .insertInto('delivery_file')
      .values({
        client_id: client,
        ...(owner.column === 'document_id' ? { document_id: id } : { analysis_id: id }),
        name: cleanFileName(name, type),
        type,
        size: bytes.byteLength,
        made_at: context.services.now().toISOString(),
      })
      .returning(['id', 'name', 'type', 'size', 'made_at'])
      .executeTakeFirstOrThrow();
    for (let part = 0; part * PART < bytes.byteLength; part += 1) {
      const piece = bytes.subarray(part * PART, (part + 1) * PART);
      await sql`insert into delivery_file_part (client_id, file_id, part, bytes) values (${client}, ${made.id}, ${part}, ${piece})`.execute(
        tx,
      );
    }
    return made;
  });
}

export const removeFile = (context: ClientContext, owner: FileOwner, id: number, file: number): Promise<void> =>
  changeFiles(context, owner, id, async (tx) => {
    const { rows } = await sql`
      delete from delivery_file where client_id = ${context.client} and ${sql.ref(owner.column)} = ${id} and id = ${file} returning id`.execute(
      tx,
    );
    if (rows.length === 0) throw notFound();
  });

/** Streams a file to be saved, with the type of its bytes. */
export async function sendFile(context: ClientContext, owner: FileOwner, id: number, file: number): Promise<Response> {
  await get(context.db, owner.table, context, id);
  const readPart = async (part: number) => {
    const { rows } = await sql<{ bytes: Buffer }>`
      select bytes from delivery_file_part where client_id = ${context.client} and file_id = ${file} and part = ${part}`.execute(
      context.db,
    );
    return rows[0]?.bytes;
  };
  const { rows } = await sql<{ name: string; size: number }>`
    select name, size from delivery_file where client_id = ${context.client} and ${sql.ref(owner.column)} = ${id} and id = ${file}`.execute(
    context.db,
  );
  const first = await readPart(0);
  const [found] = rows;
  if (!found || !first) throw notFound();
  // Names stored before names were cleaned are cleaned when they are sent.
  const type = fileTypeOf(first);
  let next = 1;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(first),
    async pull(controller) {
      const bytes = await readPart(next);
      next += 1;
      if (bytes) controller.enqueue(bytes);
      else controller.close();
    },
  });
  return new Response(body, {
    headers: {
      'content-type': type ?? 'application/octet-stream',
      'content-length': String(found.size),
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(type ? cleanFileName(found.name, type) : 'file').replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    },
  });
}
