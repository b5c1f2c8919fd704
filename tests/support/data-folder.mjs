import { chmodSync, existsSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** Many times what the databases of a run and their logs take at once. */
const ROOM = 8 * 1024 ** 3;

/**
 * Where a run's databases lie. A database is a thousand files: in memory they are made and thrown away in a third of the time that a disk
 * takes. Where memory has no room, or none is shown as a folder, it is the system's folder of passing files.
 */
export function dataPlace() {
  if (!existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return Math.min(bavail * bsize, process.availableMemory()) >= ROOM ? MEMORY : tmpdir();
}

/** A new folder there, through which the database's account can pass when the tests run as root. */
export function makeDataFolder(prefix) {
  const folder = mkdtempSync(join(dataPlace(), prefix));
  chmodSync(folder, 0o711);
  return folder;
}
