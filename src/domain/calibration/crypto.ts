/**
 * Calibrations are encrypted in transit with a key derived from the token's expiry: AES-GCM, 256 bits, key by PBKDF2 (SHA-256, one
 * iteration); base64 of salt ‖ iv ‖ ciphertext and tag.
 */
const SALT = 16;
const IV = 12;
const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true });

async function keyOf(expiry: number, salt: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  const { subtle } = crypto;
  const material = await subtle.importKey('raw', encoder.encode(String(expiry)), 'PBKDF2', false, ['deriveKey']);
  return subtle.deriveKey({ name: 'PBKDF2', hash: 'SHA-256', iterations: 1, salt }, material, { name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ]);
}

export async function decrypt(expiry: number, data: string): Promise<string> {
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  const key = await keyOf(expiry, bytes.slice(0, SALT));
  const iv = bytes.slice(SALT, SALT + IV);
  return decoder.decode(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, bytes.slice(SALT + IV)));
}

export async function encrypt(expiry: number, text: string): Promise<string> {
  const salt = crypto.getRandomValues(new Uint8Array(SALT));
  const iv = crypto.getRandomValues(new Uint8Array(IV));
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await keyOf(expiry, salt), encoder.encode(text));
  return btoa(Array.from([...salt, ...iv, ...new Uint8Array(sealed)], (byte) => String.fromCharCode(byte)).join(''));
}
