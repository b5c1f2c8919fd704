import type { TFunction } from 'i18next';
import { definedKey, toDictionary } from '#common/texts/keys.ts';

const PLACE = /\{\{\s*(\w+)\s*\}\}/g;

/** Returns the texts of a paper as they were when it was issued. A text that the paper lacks is that of today. */
export function createPaperTexts(kept: Readonly<Record<string, string>> | undefined, today: TFunction): TFunction {
  return toDictionary((key, values = {}) => {
    const text = kept?.[key];
    if (text === undefined) return today(definedKey(key), values);
    return values.skipInterpolation ? text : text.replace(PLACE, (_, name: string) => String(values[name] ?? ''));
  });
}
