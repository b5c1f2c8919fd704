import type { TFunction } from 'i18next';
import { SENDING_ERRORS } from '#contract/reports/subscriptions.ts';

/** Why a mail didn't go out: our own words, or what the mail server said. */
export const sendingError = (error: string, t: TFunction): string => {
  const own = SENDING_ERRORS.find((one) => one === error);
  return own ? t(`pages:sending.errors.${own}`) : t('pages:sending.server_said', { text: error });
};
