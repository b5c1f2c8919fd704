import { webcrypto } from 'node:crypto';
import { expect, test } from 'vitest';
import { decryptFrom, encryptFor, seal, unseal } from './calibration.ts';

const SECRET = 'a secret of the server';

test('at rest it is readable only with the same secret', () => {
  const sealed = seal(SECRET, 'коефіцієнт 1.5');
  expect(unseal(SECRET, sealed)).toBe('коефіцієнт 1.5');
  expect(sealed.includes('1.5')).toBe(false);
  expect(seal(SECRET, 'same')).not.toEqual(seal(SECRET, 'same'));
  expect(() => unseal('another secret', sealed)).toThrow();
});

/** Decrypts as the browser does. */
async function inBrowser(expiry: number, data: string): Promise<string> {
  const bytes = Uint8Array.from(Buffer.from(data, 'base64'));
  const { subtle } = webcrypto;
  const material = await subtle.importKey('raw', new TextEncoder().encode(String(expiry)), 'PBKDF2', false, ['deriveKey']);
  const key = await subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', iterations: 1, salt: bytes.slice(0, 16) },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['decrypt'],
  );
  const text = await subtle.decrypt({ name: 'AES-GCM', iv: bytes.slice(16, 28) }, key, bytes.slice(28));
  return new TextDecoder().decode(text);
}

test('in answers it is readable with the token’s key, also by Web Crypto', async () => {
  const data = encryptFor(1_800_000_000, '{"k":[1,2.5]}');
  expect(await inBrowser(1_800_000_000, data)).toBe('{"k":[1,2.5]}');
  expect(decryptFrom(1_800_000_000, data, 'data')).toBe('{"k":[1,2.5]}');
});

function changed(data: string): string {
  const bytes = Buffer.from(data, 'base64');
  bytes.writeUInt8(bytes.readUInt8(30) ^ 1, 30);
  return bytes.toString('base64');
}

test.each([
  ['another expiry', encryptFor(1, 'x')],
  ['no base64', '%%%'],
  ['too short', Buffer.alloc(30).toString('base64')],
  ['a changed byte', changed(encryptFor(2, 'x'))],
])('%s is refused at the field', (_, data) => {
  expect(() => decryptFrom(2, data, 'value')).toThrow('value: Use a valid value');
});
