import { FileProblem } from '#common/files/incoming/problem.ts';
import { readFile } from '#common/files/incoming/read.ts';
import type { FromReader, ToReader } from './protocol.ts';

/** The worker's side: reads one file. */
export async function answer({ bytes, plan }: ToReader): Promise<FromReader> {
  try {
    return { type: 'read', content: await readFile(bytes, plan) };
  } catch (error) {
    const { reason, names, meanings } = error instanceof FileProblem ? error : new FileProblem('unreadable');
    return { type: 'refused', reason, names, meanings };
  }
}
