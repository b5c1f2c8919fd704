import type { Resource } from '#contract/resource.ts';
import { send } from '#src/core/api/api.ts';

/** Timeout: a photograph over a farm's network may take long. */
export const PATIENCE = 30 * 60_000;

type Owner = Pick<Resource, 'path'>;

/** The address of a row's files, or of one of them. */
export const toFilePath = ({ path }: Owner, row: number, file?: number) => `${path}/${row}/files/${file === undefined ? '' : `${file}/`}`;

/** Uploads a row's files one after the other; `onSent` gets the sent share of all of them. */
export async function sendFiles(owner: Owner, row: number, files: readonly File[], onSent: (part: number) => void): Promise<void> {
  const all = files.reduce((sum, { size }) => sum + size, 0) || 1;
  let gone = 0;
  for (const file of files) {
    const options = {
      file,
      query: { name: file.name },
      timeout: PATIENCE,
      onSent: (part: number) => onSent((gone + part * file.size) / all),
    };
    await send('POST', toFilePath(owner, row), options);
    gone += file.size;
  }
}
