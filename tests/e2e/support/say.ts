import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type Texts = { [key: string]: string | Texts };

const texts = new Map<string, Texts>();
const read = (namespace: string): Texts => {
  const path = join(import.meta.dirname, `../../../locales/uk/${namespace}.json`);
  return JSON.parse(readFileSync(path, 'utf8')) as Texts;
};

/** The Ukrainian words of a key, so that a journey breaks when a screen does, not when a text is put better. */
export function say(key: string, values: Record<string, string | number> = {}): string {
  const [namespace = '', path = ''] = key.split(':');
  if (!texts.has(namespace)) texts.set(namespace, read(namespace));
  const found = path
    .split('.')
    .reduce<Texts | string | undefined>((at, part) => (typeof at === 'object' ? at[part] : undefined), texts.get(namespace));
  if (typeof found !== 'string') throw new Error(`There is no text ${key}`);
  return found.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => String(values[name]));
}
