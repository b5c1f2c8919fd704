import { useTranslation } from 'react-i18next';
import type { Resource } from '#contract/resource.ts';
import { api } from '#src/core/api/api.ts';
import { failureText } from '#src/core/api/error-text.ts';
import { refresh } from '#src/core/resource/queries.ts';
import { ask } from '#src/core/ui/question.ts';
import { toast } from '#src/core/ui/toast.ts';

/** For somebody who lost the phone: the password alone is enough again, after asking. */
export function useResetSecondFactor(resource: Resource) {
  const { t } = useTranslation(['admin', 'core']);
  return async (id: number, name: string) => {
    const question = {
      title: t('admin:second_factor.reset_title', { name }),
      text: t('admin:second_factor.reset_text'),
      confirm: t('admin:second_factor.reset'),
      danger: true,
    };
    if (!(await ask(question))) return;
    try {
      await api.delete(`${resource.path}/${id}/second-factor/`);
      toast.success(t('admin:second_factor.reset_done'));
      await refresh(resource);
    } catch (error) {
      toast.error(failureText(t, error));
    }
  };
}
