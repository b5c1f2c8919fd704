import { textOf } from '#tests/support/text-of.ts';

/** The Ukrainian words of a key, so that a journey breaks when a screen does, not when a text is put better. */
export const say = (key: string, values: Record<string, string | number> = {}): string =>
  textOf('uk', key).replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => String(values[name]));
