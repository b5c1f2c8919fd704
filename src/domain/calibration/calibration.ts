import { decrypt, encrypt } from './crypto.ts';
import { tokenExpiry } from './token-expiry.ts';

/** Ukrainian in every language, as the mixers' makers know them. */
export const NOT_DECRYPTED = '[Помилка дешифрування]';
export const NO_KEY = '[Немає ключа]';

export interface Calibration {
  /** What it says, or one of the two texts above. */
  text: string;
  readable: boolean;
  /** As it came. */
  encrypted: string | null;
}

/** Reads what came for the token that is stored now. */
export async function readCalibration(encrypted: string | null, expiry = tokenExpiry()): Promise<Calibration> {
  if (encrypted === null) return { text: '', readable: true, encrypted };
  if (expiry === null) return { text: NO_KEY, readable: false, encrypted };
  try {
    return { text: await decrypt(expiry, encrypted), readable: true, encrypted };
  } catch {
    return { text: NOT_DECRYPTED, readable: false, encrypted };
  }
}

/** Encrypts what was typed for the stored token; throws when that has no key. */
export async function writeCalibration(text: string): Promise<string> {
  const expiry = tokenExpiry();
  if (expiry === null) throw new Error(NO_KEY);
  return encrypt(expiry, text);
}
