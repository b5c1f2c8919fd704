import { deliveryDocuments } from '#contract/operations/delivery-documents.ts';
import { send } from '#src/core/api/api.ts';

/** Timeout: a photograph over a farm's network may take long. */
export const PATIENCE = 30 * 60_000;

export const placeOf = (document: number, file?: number) =>
  `${deliveryDocuments.path}/${document}/files/${file === undefined ? '' : `${file}/`}`;

/** Uploads a document's files one after the other; `onSent` gets the sent share of all of them. */
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
