import { decrypt, encrypt } from './crypto.ts';
import { tokenExpiry } from './token-expiry.ts';

/** Ukrainian in every language, as the mixers' manufacturers use it. */
export const NOT_DECRYPTED = '[Помилка дешифрування]';
export const NO_KEY = '[Немає ключа]';

export interface Calibration {
  /** The decrypted text, or one of the two texts above. */
  text: string;
  readable: boolean;
  /** The received value. */
  encrypted: string | null;
}

/** Decrypts a received value with the key of the stored token. */
export async function readCalibration(encrypted: string | null, expiry = tokenExpiry()): Promise<Calibration> {
  if (encrypted === null) return { text: '', readable: true, encrypted };
  if (expiry === null) return { text: NO_KEY, readable: false, encrypted };
  try {
    return { text: await decrypt(expiry, encrypted), readable: true, encrypted };
  } catch {
    return { text: NOT_DECRYPTED, readable: false, encrypted };
  }
}

/** Encrypts a typed value for the stored token. Throws if the token gives no key. */
export async function writeCalibration(text: string): Promise<string> {
  const expiry = tokenExpiry();
  if (expiry === null) throw new Error(NO_KEY);
  return encrypt(expiry, text);
}
