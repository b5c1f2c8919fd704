/** Characters that a slow computer encodes in a few milliseconds. */
const SLICE = 200_000;

/** Encodes a text in slices, so that the page doesn't stall: the browser would encode two megabytes in one task of 50 ms and more. */
export async function encodeInSlices(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  const slices: Uint8Array[] = [];
  for (let at = 0; at < text.length; ) {
    // A pair of surrogates stays together.
    const isPair = /[\uD800-\uDBFF]/.test(text[at + SLICE - 1] ?? '');
    const end = at + SLICE + (isPair ? 1 : 0);
    slices.push(encoder.encode(text.slice(at, end)));
    at = end;
    if (text.length > SLICE) await new Promise((resolve) => setTimeout(resolve));
  }
  const bytes = new Uint8Array(slices.reduce((sum, { length }) => sum + length, 0));
  let from = 0;
  for (const slice of slices) {
    bytes.set(slice, from);
    from += slice.length;
  }
  return bytes;
}
