import type pg from 'pg';
import { MAX_FILES, MAX_OF_FILE, MAX_OF_FILES } from '#contract/stored-files.ts';
import { cleanFileName, fileTypeOf, TYPE_BYTES } from '#server/domain/kept-file.ts';
import { invalid } from '#server/platform/errors.ts';

interface FileRow {
  id: number;
  name: string;
  type: string;
  size: number;
  stored: number;
  begins: Buffer | null;
}

/**
 * Judges imported files like uploads and cleans their names. 400 on `file` for anything except a scan or photograph, for a type or size
 * that differs from its row, and beyond the limits of a client.
 */
export async function judgeFiles(connection: pg.ClientBase): Promise<void> {
  const { rows } = await connection.query<FileRow>(
    `select f.id, f.name, f.type, f.size, coalesce(p.size, 0)::bigint as stored, p.begins
     from delivery_file f left join (
       select file_id, sum(length(bytes)) as size, min(substr(bytes, 1, $1)) filter (where part = 0) as begins from delivery_file_part group by file_id
     ) p on p.file_id = f.id`,
    [TYPE_BYTES],
  );
  const { rows: crowded } = await connection.query(
    `select from delivery_file group by document_id, analysis_id having count(*) > $1 limit 1`,
    [MAX_FILES],
  );
  const unfit = new Set<string>(crowded.length > 0 ? ['delivery_file.document_id'] : []);
  let all = 0;
  for (const { id, name, type, size, stored, begins } of rows) {
    const found = begins ? fileTypeOf(begins) : undefined;
    all += Number(stored);
    if (!found || found !== type) unfit.add('delivery_file.type');
    if (size !== Number(stored) || size > MAX_OF_FILE || all > MAX_OF_FILES) unfit.add('delivery_file.size');
    const clean = found ? cleanFileName(name, found) : name;
    if (clean !== name) await connection.query('update delivery_file set name = $2 where id = $1', [id, clean]);
  }
  if (unfit.size > 0) throw invalid('file', 'unfit_archive', { values: [...unfit] });
}
