import { use } from 'react';
import { useTranslation } from 'react-i18next';
import { codeKey } from '#common/texts/keys.ts';
import { DEFAULT_MODULE, isGrantable } from '#contract/rights.ts';
import { MissingRightContext } from '#src/core/layout/places.ts';

/** Returns a function that names who can fix a check; null if the user may open the address of the fix. */
export function useFixedBy(): (address: string) => string | null {
  const { t } = useTranslation(['pages', 'admin', 'core']);
  const missingRight = use(MissingRightContext);
  return (address) => {
    const need = missingRight(address);
    if (!need) return null;
    const { item, module = DEFAULT_MODULE } = need;
    if (!isGrantable({ module, name: item })) return t('core:access.ask_owner');
    return t('pages:month_end.fixed_by', { right: t(codeKey(`admin:access.${module}`, item as never)) });
  };
}
