import { createStore as database, del, get, set, update } from 'idb-keyval';

// Opened at first use: importing this must not touch the browser's storage.
let opened: ReturnType<typeof database> | undefined;
const kept = () => (opened ??= database('manger', 'recording'));

/** What must outlive a reload and a dead battery stands in the browser's database. */
export const device = {
  get: <T>(key: string) => get<T>(key, kept()),
  set: (key: string, value: unknown) => set(key, value, kept()),
  update: <T>(key: string, change: (value: T | undefined) => T) => update<T>(key, change, kept()),
  delete: (key: string) => del(key, kept()),
};
