import type { TextKey } from './text-keys.gen.ts';

// The one `t` of all screens and files accepts the key of any text, with its namespace. `useTranslation` names the namespaces to load.
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: string;
    nsSeparator: false;
    keySeparator: false;
    resources: Record<string, Record<TextKey, string>>;
  }
}
