import { createHmac, timingSafeEqual } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { appendFile, open, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

const MARK = Buffer.from('manger seal 1\n');
const LENGTH = MARK.length + 32;

/** `broken`: other bytes than sealed, or another key. `missing`: from before seals existed, or cut off. */
export type Sealed = { state: 'whole' | 'broken' | 'missing'; length: number };

/** A digest, under the key, of everything before it in the file. */
async function digestOf(file: string, key: string, length: number): Promise<Buffer> {
  const hmac = createHmac('sha256', `manger seal ${key}`);
  if (length > 0) await pipeline(createReadStream(file, { end: length - 1 }), hmac);
  else hmac.end();
  return hmac.read() as Buffer;
}

export async function seal(file: string, key: string): Promise<void> {
  const { size } = await stat(file);
  await appendFile(file, Buffer.concat([MARK, await digestOf(file, key, size)]));
}

/** Checks that every byte is as sealed under this key. `length` excludes the seal. */
export async function sealOf(file: string, key: string): Promise<Sealed> {
  const { size } = await stat(file);
  const length = size - LENGTH;
  if (length < 0) return { state: 'missing', length: size };
  const tail = Buffer.alloc(LENGTH);
  const handle = await open(file);
  try {
    await handle.read(tail, 0, LENGTH, length);
  } finally {
    await handle.close();
  }
  if (!tail.subarray(0, MARK.length).equals(MARK)) return { state: 'missing', length: size };
  const same = timingSafeEqual(tail.subarray(MARK.length), await digestOf(file, key, length));
  return { state: same ? 'whole' : 'broken', length };
}
