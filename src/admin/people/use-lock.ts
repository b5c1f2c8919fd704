import { useTranslation } from 'react-i18next';
import type { Resource } from '#contract/resource.ts';
import { api } from '#src/core/api/api.ts';
import { failureText } from '#src/core/api/error-text.ts';
import { refresh } from '#src/core/resource/queries.ts';
import { ask } from '#src/core/ui/question.ts';
import { toast } from '#src/core/ui/toast.ts';

/** Locks a person or a client after a question, or unlocks them. */
export function useLock(resource: Resource) {
  const { t } = useTranslation(['admin', 'core']);
  return async (row: { id: number; version: number; locked: boolean }, name: string) => {
    const locked = !row.locked;
    const question = {
      title: t('admin:lock.title', { name }),
      text: t('admin:lock.text'),
      confirm: t('admin:lock.lock'),
      danger: true,
    };
    if (locked && !(await ask(question))) return;
    try {
      await api.put(`${resource.path}/${row.id}/`, { body: { locked, version: row.version } });
      toast.success(t(locked ? 'admin:lock.locked' : 'admin:lock.unlocked', { name }));
    } catch (error) {
      toast.error(failureText(t, error));
    }
    // Also after a refusal, because the row may have changed.
    await refresh(resource);
  };
}
