import { get, promisifyRequest, type UseStore } from 'idb-keyval';

const NAME = 'recording';
// Opened at first use: importing this module must not touch the browser's storage.
let opened: Promise<IDBDatabase> | undefined;

async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open('manger');
  request.onupgradeneeded = () => request.result.createObjectStore(NAME);
  const database = await promisifyRequest(request);
  // A browser may close it at any time; then it is opened again.
  database.onclose = () => {
    opened = undefined;
  };
  return database;
}

/** With `strict`, a write is complete only when it has reached the disk. */
const kept: UseStore = async (mode, work) => {
  opened ??= open().catch((error) => {
    opened = undefined;
    throw error;
  });
  return work((await opened).transaction(NAME, mode, { durability: 'strict' }).objectStore(NAME));
};

/** Stores data in the browser's database that must survive a reload or an empty battery. */
export const device = {
  get: <T>(key: string) => get<T>(key, kept),

  /** Changes one entry based on its value and writes others (null deletes one) in one transaction: all or nothing. */
  change: <T>(key: string, how: (value: T | undefined) => T, beside: ReadonlyMap<string, unknown>): Promise<T> =>
    kept('readwrite', (store) => {
      const { transaction } = store;
      const request: IDBRequest<T | undefined> = store.get(key);
      return new Promise<T>((resolve, reject) => {
        request.onsuccess = () => {
          const next = how(request.result);
          store.put(next, key);
          for (const [name, value] of beside) {
            if (value === null) store.delete(name);
            else store.put(value, name);
          }
          transaction.oncomplete = () => resolve(next);
        };
        transaction.onabort = () => reject(transaction.error);
      });
    }),
};
