import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A reason not to start that the operator can fix. Shown as one line, without a stack. */
export class StartError extends Error {}

const REASONS: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of the path is a file',
  EEXIST: 'a file is in its place',
  ENOENT: 'there is no such place',
};

/** The reason of a failed file operation, in words. */
export function reason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return (code && REASONS[code]) ?? message;
}

/** The folder of package.json, both from source and from the bundle. */
export const projectRoot = findRoot(import.meta.dirname);

function findRoot(from: string): string {
  if (existsSync(join(from, 'package.json')) || dirname(from) === from) return from;
  return findRoot(dirname(from));
}
