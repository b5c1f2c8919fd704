import { createCipheriv, createDecipheriv, hkdfSync, pbkdf2Sync, randomBytes } from 'node:crypto';
import { invalid } from '#server/platform/errors.ts';

/**
 * Calibrations are secrets of the mixers' manufacturers: encrypted at rest with a key of the server, and in answers with a key derived from
 * the expiry of the caller's token.
 */
const CIPHER = 'aes-256-gcm';
const SALT = 16;
const IV = 12;
const TAG = 16;
const KEY = 32;

const restKey = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'manger calibration at rest', KEY));
const tokenKey = (expiry: number, salt: Buffer) => pbkdf2Sync(String(expiry), salt, 1, KEY, 'sha256');

/** For the database: iv ‖ ciphertext ‖ tag. */
export const seal = (secret: string, text: string): Buffer => encrypt(restKey(secret), text);

/** Decrypts the result of `seal`. Throws with another secret. */
export const unseal = (secret: string, sealed: Buffer): string => decrypt(restKey(secret), sealed);

/**
 * Encrypts a stored value for the holder of a token. Empty if it was sealed with another secret (a database restored elsewhere): the reader
 * sees that it can't be decrypted, and everything else stays readable.
 */
export function reencryptFor(expiry: number, secret: string, sealed: Buffer): string {
  let text: string;
  try {
    text = unseal(secret, sealed);
  } catch {
    return '';
  }
  return encryptFor(expiry, text);
}

/** For the holder of a token that expires at `expiry` (seconds): base64 of salt ‖ iv ‖ ciphertext ‖ tag. */
export function encryptFor(expiry: number, text: string): string {
  const salt = randomBytes(SALT);
  return Buffer.concat([salt, encrypt(tokenKey(expiry, salt), text)]).toString('base64');
}

/** Decrypts a value from the holder of that token; 400 at `field` if it can't be read with its key. */
export function decryptFrom(expiry: number, data: string, field: string): string {
  const bytes = Buffer.from(data, 'base64');
  try {
    return decrypt(tokenKey(expiry, bytes.subarray(0, SALT)), bytes.subarray(SALT));
  } catch {
    throw invalid(field, 'invalid_value');
  }
}

function encrypt(key: Buffer, text: string): Buffer {
  const iv = randomBytes(IV);
  const cipher = createCipheriv(CIPHER, key, iv);
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(key: Buffer, bytes: Buffer): string {
  if (bytes.length < IV + TAG) throw new Error('too short to be encrypted');
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV), { authTagLength: TAG });
  decipher.setAuthTag(bytes.subarray(bytes.length - TAG));
  return Buffer.concat([decipher.update(bytes.subarray(IV, bytes.length - TAG)), decipher.final()]).toString('utf8');
}
