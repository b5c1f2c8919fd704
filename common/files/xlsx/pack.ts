import { Zip, ZipDeflate } from 'fflate';

/** Compression: above 4 it costs more time than the bytes are worth. */
const LEVEL = 4;

export function pack(take: (chunk: Uint8Array) => void | Promise<void>) {
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
