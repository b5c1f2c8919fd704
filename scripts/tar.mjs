// Writes a folder as a tar file: files, folders and links, owned by root.
import { createReadStream, lstatSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

const BLOCK = 512;
const NAME = 100;
const PREFIX = 155;

/** Bytes of the archive, with entries under `name/`. Equal files give equal bytes. */
export async function* tarOf(folder, name, at) {
  const seconds = Math.floor(at.getTime() / 1000);
  const paths = readdirSync(folder, { recursive: true }).sort();
  for (const path of [name, ...paths.map((entry) => `${name}/${entry}`)]) {
    const file = join(folder, path.slice(name.length));
    const entry = readEntry(file, path);
    yield buildHead({ ...entry, seconds });
    if (entry.size === 0) continue;
    yield* createReadStream(file);
    yield Buffer.alloc((BLOCK - (entry.size % BLOCK)) % BLOCK);
  }
  yield Buffer.alloc(2 * BLOCK);
}

/** A file's, folder's or link's part of its head. */
function readEntry(file, path) {
  const info = lstatSync(file);
  const mode = info.isDirectory() || info.mode & 0o100 ? 0o755 : 0o644;
  if (info.isSymbolicLink()) return { path, mode, size: 0, type: '2', link: readlinkSync(file) };
  if (info.isDirectory()) return { path: `${path}/`, mode, size: 0, type: '5', link: '' };
  return { path, mode, size: info.isFile() ? info.size : 0, type: '0', link: '' };
}

function buildHead({ path, mode, size, seconds, type, link }) {
  const head = Buffer.alloc(BLOCK);
  const [prefix, name] = split(path);
  if (Buffer.byteLength(link) > NAME) throw new Error(`${path} leads too far away for the archive: ${link}`);
  const octal = (value, length) => `${value.toString(8).padStart(length - 1, '0')}\0`;
  head.write(name, 0);
  head.write(octal(mode, 8), 100);
  head.write(octal(0, 8), 108);
  head.write(octal(0, 8), 116);
  head.write(octal(size, 12), 124);
  head.write(octal(seconds, 12), 136);
  head.write(' '.repeat(8), 148);
  head.write(type, 156);
  head.write(link, 157);
  head.write('ustar\x0000', 257);
  head.write('root', 265);
  head.write('root', 297);
  head.write(prefix, 345);
  const sum = head.reduce((all, byte) => all + byte, 0);
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return head;
}

/** Splits a path into a name of at most a hundred bytes and its prefix. */
function split(path) {
  if (Buffer.byteLength(path) <= NAME) return ['', path];
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) {
    const [prefix, name] = [path.slice(0, at), path.slice(at + 1)];
    if (name && Buffer.byteLength(name) <= NAME && Buffer.byteLength(prefix) <= PREFIX) return [prefix, name];
  }
  throw new Error(`${path} is too long for the archive.`);
}
