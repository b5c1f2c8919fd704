/** Lines are handed on when so many letters have come together, so that no more of a file is held at once. */
const BATCH = 1024 * 1024;

/**
 * A file's lines, batch by batch; RangeError when one is longer than `longest`. Not by `readline`, to which signs that JSON may hold end a
 * line as well.
 */
export async function* linesOf(bytes: AsyncIterable<Uint8Array>, longest = Number.POSITIVE_INFINITY): AsyncGenerator<string[], void, void> {
  const decoder = new TextDecoder();
  // Only what is new is looked through: a line without an end would otherwise be looked through again and again.
  let held: string[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    if (length > longest) throw new RangeError('a line is too long');
    const text = decoder.decode(chunk, { stream: true });
    const end = length + text.length > BATCH ? text.lastIndexOf('\n') : -1;
    if (end !== -1) yield (held.join('') + text.slice(0, end)).split('\n');
    if (end !== -1) [held, length] = [[], 0];
    held.push(text.slice(end + 1));
    length += text.length - end - 1;
  }
  const rest = held.join('') + decoder.decode();
  if (rest !== '') yield rest.replace(/\n$/, '').split('\n');
}
