import { fileName } from '#common/files/file-name.ts';
import { download } from './run.ts';

/** A JSON file, laid out for reading. */
export function saveJson(data: unknown, title: string): void {
  const day = new Date().toISOString().slice(0, 10);
  download(new Blob([`${JSON.stringify(data, null, 2)}\n`], { type: 'application/json' }), fileName(title, day, day, 'json'));
}
