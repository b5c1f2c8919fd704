import { IconTags } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { animalTypes } from '#contract/operations/animal-types.ts';
import { PlainScreen } from '#src/core/resource/plain-screen.tsx';

const TOUCHES = [{ id: 'groups' }] as const;

/** List of animal types. */
export function Page() {
  const { t } = useTranslation(['operations', 'core']);
  return (
    <PlainScreen
      resource={animalTypes}
      icon={IconTags}
      touches={TOUCHES}
      history="animaltypes"
      fields={[{ key: 'name', label: t('operations:animal_types.name') }]}
      texts={{
        title: t('operations:animal_types.title'),
        detail: t('operations:animal_types.detail'),
        create: t('operations:animal_types.create'),
        empty: t('operations:animal_types.empty'),
        empty_text: t('operations:animal_types.empty_text'),
      }}
    />
  );
}
