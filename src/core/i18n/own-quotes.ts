import type { PostProcessorModule } from 'i18next';

const QUOTED = /[«„“"].+[»“”"]/;
const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Removes the text's quotation marks around a name with its own (ТОВ «Зоря»). */
export const ownQuotes: PostProcessorModule = {
  type: 'postProcessor',
  name: 'own_quotes',
  process(text: string, _key, values: Readonly<Record<string, unknown>>) {
    const names = Object.values(values).filter((value) => typeof value === 'string' && QUOTED.test(value)) as string[];
    return names.reduce((quoted, name) => quoted.replace(new RegExp(`[«„“"]\\s?${literally(name)}\\s?[»“”"]`, 'g'), () => name), text);
  },
};
