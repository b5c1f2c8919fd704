import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

/** A zip that is written to disk. `onPiece` is called between two pieces and cancels by throwing. */
export function createZip(file: string, onPiece: () => Promise<void>) {
  const target = createWriteStream(file, { mode: 0o600 });
  let failure: Error | undefined;
  target.on('error', (error) => {
    failure = error;
  });
  const checksums: Record<string, string> = {};
  const zip = new Zip((error, chunk) => {
    if (error) failure = error;
    else target.write(chunk);
  });
  /** Begins a file that arrives in pieces. Packed content is stored unchanged. */
  const beginEntry = (name: string, packed = false) => {
    const entry = packed ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 });
    const hash = createHash('sha256');
    zip.add(entry);
    return async (bytes: Uint8Array, final = false): Promise<void> => {
      await onPiece();
      hash.update(bytes);
      entry.push(bytes, final);
      if (final) checksums[name] = hash.digest('hex');
      if (failure) throw failure;
      if (target.writableNeedDrain) await once(target, 'drain');
    };
  };
  return {
    checksums,
    file: beginEntry,
    add: (name: string, text: string): Promise<void> => beginEntry(name)(new TextEncoder().encode(text), true),
    async end(): Promise<void> {
      zip.end();
      target.end();
      await finished(target);
    },
    abort(): void {
      zip.terminate();
      target.destroy();
    },
  };
}
