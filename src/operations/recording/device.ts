import { get, promisifyRequest, type UseStore } from 'idb-keyval';

const NAME = 'recording';
// Opened at first use: importing this must not touch the browser's storage.
let opened: Promise<IDBDatabase> | undefined;

async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open('manger');
  request.onupgradeneeded = () => request.result.createObjectStore(NAME);
  const database = await promisifyRequest(request);
  // A browser may close it by itself: it's opened anew.
  database.onclose = () => {
    opened = undefined;
  };
  return database;
}

/** Written is what has reached the disk (`strict`), not what the system will write some time. */
const kept: UseStore = async (mode, work) => {
  opened ??= open().catch((error) => {
    opened = undefined;
    throw error;
  });
  return work((await opened).transaction(NAME, mode, { durability: 'strict' }).objectStore(NAME));
};

/** What must outlive a reload and a dead battery stands in the browser's database. */
export const device = {
  get: <T>(key: string) => get<T>(key, kept),

  /** Changes one entry by what stands there, and puts others beside it (null takes one away), all in one step: all is kept or nothing. */
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
