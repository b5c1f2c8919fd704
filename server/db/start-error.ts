import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A reason not to start that the person at the keyboard can mend: shown as one line, without a stack. */
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

/** Why a file operation failed, in words. */
export function reason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return (code && REASONS[code]) ?? message;
}

/** The folder that holds package.json; the same whether this file runs from source or from the bundle. */
export const projectRoot = findRoot(import.meta.dirname);

function findRoot(from: string): string {
  if (existsSync(join(from, 'package.json')) || dirname(from) === from) return from;
  return findRoot(dirname(from));
}
