import { IconCategory } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ingredientTypes } from '#contract/operations/ingredient-types.ts';
import { PlainScreen } from '#src/core/resource/plain-screen.tsx';

const TOUCHES = [{ id: 'ingredients' }] as const;

/** The types of feed: silage, grain, minerals. */
export function Page() {
  const { t } = useTranslation(['operations', 'core']);
  return (
    <PlainScreen
      resource={ingredientTypes}
      icon={IconCategory}
      touches={TOUCHES}
      fields={[{ key: 'name', label: t('operations:ingredient_types.name') }]}
      texts={{
        title: t('operations:ingredient_types.title'),
        detail: t('operations:ingredient_types.detail'),
        create: t('operations:ingredient_types.create'),
        empty: t('operations:ingredient_types.empty'),
        empty_text: t('operations:ingredient_types.empty_text'),
      }}
    />
  );
}
