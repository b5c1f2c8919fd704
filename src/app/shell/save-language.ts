import type { i18n } from 'i18next';
import type { Language } from '#contract/kinds.ts';
import type { OwnConventions } from '#contract/words.ts';
import { saveMe } from '#src/core/api/auth.ts';
import type { Me } from '#src/core/api/session.ts';
import { toast } from '#src/core/ui/toast.ts';

const AS_CLIENT: OwnConventions = { units: null, clock: null };
const isAmerican = ({ units, clock }: OwnConventions) => units === 'lb' || clock === '12';

/**
 * Saves the account's language. The server switches to pounds and a 12-hour clock with American English, and keeps both if another language
 * follows: a message says so and offers to revert it.
 */
export async function saveLanguage(before: Me, language: Language, { t }: Pick<i18n, 't'>) {
  const after = await saveMe({ language });
  const { units, clock } = before;
  if (after.units !== units || after.clock !== clock) {
    toast.success(t('pages:conventions.changed'), { label: t('core:actions.undo'), onClick: () => void saveMe({ units, clock }) });
  } else if (before.language === 'us' && language !== 'us' && isAmerican(after)) {
    toast.success(t('pages:conventions.kept'), { label: t('pages:conventions.as_client'), onClick: () => void saveMe(AS_CLIENT) });
  }
}
