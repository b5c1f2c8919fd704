import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Encryption of secrets in the database: iv ‖ ciphertext ‖ tag. */
const CIPHER = 'aes-256-gcm';
const IV = 12;
const TAG = 16;
const KEY = 32;

/** The key for one kind of secrets, derived from the server's key. */
export const deriveKey = (secret: string, purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', purpose, KEY));

export function encrypt(key: Buffer, text: string): Buffer {
  const iv = randomBytes(IV);
  const cipher = createCipheriv(CIPHER, key, iv);
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

/** Decrypts the result of `encrypt`. Throws with another key. */
export function decrypt(key: Buffer, bytes: Buffer): string {
  if (bytes.length < IV + TAG) throw new Error('too short to be encrypted');
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV), { authTagLength: TAG });
  decipher.setAuthTag(bytes.subarray(bytes.length - TAG));
  return Buffer.concat([decipher.update(bytes.subarray(IV, bytes.length - TAG)), decipher.final()]).toString('utf8');
}
