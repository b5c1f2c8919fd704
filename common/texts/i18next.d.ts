import type { TextKey } from './text-keys.gen.ts';

// The one `t` of every screen and file takes the key of any text, with its namespace. Which of them are loaded is said to `useTranslation`.
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: string;
    nsSeparator: false;
    keySeparator: false;
    resources: Record<string, Record<TextKey, string>>;
  }
}
