/** Replaces the browser's database, which happy-dom lacks. Mocked for `recording/device.ts`. */
export const entries = new Map<string, unknown>();

export const device = {
  get: async (key: string) => structuredClone(entries.get(key)),
  async change<T>(key: string, how: (value: T | undefined) => T, beside: ReadonlyMap<string, unknown>): Promise<T> {
    const next = how(structuredClone(entries.get(key)) as T | undefined);
    for (const [name, value] of new Map(beside).set(key, next)) {
      if (value === null) entries.delete(name);
      else entries.set(name, structuredClone(value));
    }
    return next;
  },
};
