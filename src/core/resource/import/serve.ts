import { FileProblem } from '#common/files/incoming/problem.ts';
import { readFile } from '#common/files/incoming/read.ts';
import type { FromReader, ToReader } from './protocol.ts';

/** Rows of a message: the page unpacks each message at once, and does nothing else meanwhile. */
const PIECE = 500;

/** The worker's side: reads one file. Its rows go ahead in pieces, the rest of the content follows them. */
export async function answer({ bytes, plan }: ToReader, post: (message: FromReader) => void): Promise<void> {
  try {
    const { rows, ...content } = await readFile(bytes, plan);
    for (let at = 0; at < rows.length; at += PIECE) post({ type: 'rows', rows: rows.slice(at, at + PIECE) });
    post({ type: 'read', content });
  } catch (error) {
    const { reason, names, meanings } = error instanceof FileProblem ? error : new FileProblem('unreadable');
    post({ type: 'refused', reason, names, meanings });
  }
}
