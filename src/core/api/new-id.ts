/** An id nobody else draws. `crypto.randomUUID` is there over https alone; this is everywhere. */
export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
