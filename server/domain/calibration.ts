import { pbkdf2Sync, randomBytes } from 'node:crypto';
import { invalid } from '#server/platform/errors.ts';
import { decrypt, deriveKey, encrypt } from './at-rest.ts';

/**
 * Calibrations are secrets of the mixers' manufacturers: encrypted at rest with a key of the server, and in answers with a key derived from
 * the expiry of the caller's token.
 */
const SALT = 16;
const KEY = 32;

const restKey = (secret: string) => deriveKey(secret, 'manger calibration at rest');
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
