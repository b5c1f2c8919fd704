import { deliveryDocuments } from '#contract/operations/delivery-documents.ts';
import { send } from '#src/core/api/api.ts';

/** A photograph over a yard's network takes its time. */
export const PATIENCE = 30 * 60_000;

export const placeOf = (document: number, file?: number) =>
  `${deliveryDocuments.path}/${document}/files/${file === undefined ? '' : `${file}/`}`;

/** Keeps files with a paper, one after the other; told how much of all of them has gone out. */
export async function sendFiles(document: number, files: readonly File[], onSent: (part: number) => void): Promise<void> {
  const all = files.reduce((sum, { size }) => sum + size, 0) || 1;
  let gone = 0;
  for (const file of files) {
    const options = {
      file,
      query: { name: file.name },
      timeout: PATIENCE,
      onSent: (part: number) => onSent((gone + part * file.size) / all),
    };
    await send('POST', placeOf(document), options);
    gone += file.size;
  }
}
