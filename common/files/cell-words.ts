import type { TFunction } from 'i18next';
import { LOADING_STATUSES } from '#contract/words.ts';

/** Words for cells with codes: loading statuses, yes and no. */
export const cellWords = (t: TFunction) => ({
  status: Object.fromEntries(LOADING_STATUSES.map((status) => [status, t(`core:status.${status}`)])),
  yes: t('core:yes'),
  no: t('core:no'),
});
