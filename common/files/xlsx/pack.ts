import { unzipSync, Zip, ZipDeflate } from 'fflate';

/** A ZIP keeps the time of a wall clock, and noon exists by each of them: the same bytes on every machine. */
const zipTime = (at: string): Date => new Date(`${new Date(at).toISOString().slice(0, 10)}T12:00:00`);

/** Compression: above 4 it costs more time than the bytes are worth. */
const LEVEL = 4;

/** `at`: the moment whose day each file of the ZIP carries; by default now. */
export function pack(take: (chunk: Uint8Array) => void | Promise<void>, at?: string) {
  let ready: Uint8Array[] = [];
  let failed: Error | null = null;
  const zip = new Zip((error, chunk) => {
    failed ??= error;
    ready.push(chunk);
  });
  const hand = async () => {
    if (failed) throw failed;
    const handed = ready;
    ready = [];
    for (const chunk of handed) await take(chunk);
  };
  return {
    file(name: string) {
      const file = new ZipDeflate(name, { level: LEVEL });
      if (at) file.mtime = zipTime(at);
      zip.add(file);
      return (bytes: Uint8Array, final = false) => {
        file.push(bytes, final);
        return hand();
      };
    },
    end() {
      zip.end();
      return hand();
    },
  };
}

/** The files of a ZIP, packed again with the day of that moment. */
export async function packAgain(zip: Uint8Array, at: string): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  const packed = pack((chunk) => void chunks.push(chunk), at);
  for (const [name, bytes] of Object.entries(unzipSync(zip))) await packed.file(name)(bytes, true);
  await packed.end();
  return joined(chunks);
}

export function joined(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
