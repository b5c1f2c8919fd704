import { IconFileDownload, IconUserX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { PersonalData } from '#contract/admin/personal-data.ts';
import type { Resource } from '#contract/resource.ts';
import { api } from '#src/core/api/api.ts';
import { failureText } from '#src/core/api/error-text.ts';
import { refresh } from '#src/core/resource/queries.ts';
import { ask } from '#src/core/ui/question.ts';
import { toast } from '#src/core/ui/toast.ts';
import { nameOf, type Person } from './person.ts';

interface PersonalDataOf {
  resource: Resource;
  /** Erases the person on the server. */
  erase: (id: number) => Promise<unknown>;
}

/** All data about a person as a file, and their erasure after a question. */
export function usePersonalData({ resource, erase }: PersonalDataOf) {
  const { t } = useTranslation(['admin', 'core', 'pages']);

  const save = async (person: Person) => {
    try {
      const [{ data }, { saveJson }] = await Promise.all([
        api.get<PersonalData>(`${resource.path}/${person.id}/export/`),
        import('#src/core/export/save-json.ts'),
      ]);
      saveJson(data, `${t('core:profile.export_name')} ${nameOf(person)}`);
    } catch (error) {
      toast.error(failureText(t, error));
    }
  };

  const askErase = async (person: Person) => {
    const name = nameOf(person);
    const question = {
      title: t('pages:personal_data.erase_title', { name }),
      text: t('pages:personal_data.erase_text'),
      confirm: t('pages:personal_data.erase'),
      danger: true,
    };
    if (!(await ask(question))) return;
    try {
      await erase(person.id);
      toast.success(t('pages:personal_data.erased', { name }));
      await refresh(resource);
    } catch (error) {
      toast.error(failureText(t, error));
    }
  };

  return {
    saving: (person: Person) => ({ label: t('pages:personal_data.export'), icon: IconFileDownload, onClick: () => void save(person) }),
    erasing: (person: Person) => ({
      label: t('pages:personal_data.erase'),
      icon: IconUserX,
      danger: true,
      onClick: () => void askErase(person),
    }),
  };
}
