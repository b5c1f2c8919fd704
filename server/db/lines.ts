/** Characters per batch, which limits the part of a file in memory. */
const BATCH = 1024 * 1024;

/**
 * A file's lines in batches. RangeError if a line is longer than `longest`. `readline` can't be used, because it also splits at characters
 * that JSON may contain.
 */
export async function* linesOf(bytes: AsyncIterable<Uint8Array>, longest = Number.POSITIVE_INFINITY): AsyncGenerator<string[], void, void> {
  const decoder = new TextDecoder();
  // Only new parts are searched for line ends. A line without an end would otherwise be searched repeatedly.
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
