import type { TFunction } from 'i18next';
import { codeKey } from '#common/texts/keys.ts';

/** Why a mail didn't go out: our own words, or what the mail server said. */
export const sendingError = (error: string, t: TFunction): string =>
  t(codeKey('pages:sending.errors', error), { defaultValue: t('pages:sending.server_said', { text: error }) });
