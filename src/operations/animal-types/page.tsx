import { IconTags } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { animalTypes } from '#contract/operations/animal-types.ts';
import { NamedList } from '#src/core/resource/named-list.tsx';

const TOUCHES = [{ id: 'groups' }] as const;

/** The kinds of animals that groups are of. */
export function Page() {
  const { t } = useTranslation(['operations', 'core']);
  return (
    <NamedList
      resource={animalTypes}
      icon={IconTags}
      touches={TOUCHES}
      history="animaltypes"
      texts={{
        title: t('operations:animal_types.title'),
        detail: t('operations:animal_types.detail'),
        name: t('operations:animal_types.name'),
        create: t('operations:animal_types.create'),
        empty: t('operations:animal_types.empty'),
        empty_text: t('operations:animal_types.empty_text'),
      }}
    />
  );
}
