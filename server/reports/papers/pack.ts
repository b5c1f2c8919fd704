import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { PaperContent } from '#contract/reports/papers.ts';

/** A paper as it is stored: packed JSON, and the SHA-256 of that JSON. */
export interface Packed {
  hash: string;
  content: Buffer;
}

const hashText = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

/** The content as text: keys in the order of the alphabet, so that equal contents have equal hashes. */
const toText = (content: PaperContent): string =>
  JSON.stringify(content, (_, value) =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );

export async function packPaper(paper: PaperContent): Promise<Packed> {
  const text = toText(paper);
  return { hash: hashText(text), content: await promisify(gzip)(text) };
}

/** The content of a stored paper. Throws if the content doesn't match its hash, so that no changed paper is printed. */
export async function unpackPaper({ hash, content }: Packed): Promise<PaperContent> {
  const text = (await promisify(gunzip)(content)).toString('utf8');
  if (hashText(text) !== hash) throw new Error(`the content of paper ${hash} was changed`);
  return JSON.parse(text) as PaperContent;
}
