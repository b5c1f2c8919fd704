import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { linesOf } from './lines.ts';
import { reason, StartError } from './start-error.ts';

export const DAMAGED = 'The file is no whole backup of Manger. Nothing was restored.';

export type Batches = AsyncGenerator<string[], undefined, void>;

export async function* linesIn(file: string, length: number): Batches {
  const source = createReadStream(file, { end: Math.max(0, length - 1) });
  const unpacked = createGunzip();
  source.on('error', (error) => unpacked.destroy(error));
  try {
    yield* linesOf(source.pipe(unpacked));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall) throw new StartError(`${file} can't be read: ${reason(error)}.`);
    throw error instanceof StartError ? error : new StartError(DAMAGED);
  } finally {
    source.destroy();
  }
}

export function parse<T>(text: string): T {
  try {
    return JSON.parse(text) as T;
  } catch {
    throw new StartError(DAMAGED);
  }
}
