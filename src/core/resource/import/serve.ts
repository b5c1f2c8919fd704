import { FileProblem } from './problem.ts';
import type { FromReader, ToReader } from './protocol.ts';
import { readFile } from './read.ts';

/** The worker's side: reads one file. */
export async function answer({ bytes, plan }: ToReader): Promise<FromReader> {
  try {
    return { type: 'read', content: await readFile(bytes, plan) };
  } catch (error) {
    const { reason, names } = error instanceof FileProblem ? error : new FileProblem('unreadable');
    return { type: 'refused', reason, names };
  }
}
