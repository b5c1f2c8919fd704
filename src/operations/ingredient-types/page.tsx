import { IconCategory } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ingredientTypes } from '#contract/operations/ingredient-types.ts';
import { NamedList } from '#src/core/resource/named-list.tsx';

const TOUCHES = [{ id: 'ingredients' }] as const;

/** What kinds of feed there are: silage, grain, minerals. */
export function Page() {
  const { t } = useTranslation(['operations', 'core']);
  return (
    <NamedList
      resource={ingredientTypes}
      icon={IconCategory}
      touches={TOUCHES}
      texts={{
        title: t('operations:ingredient_types.title'),
        detail: t('operations:ingredient_types.detail'),
        name: t('operations:ingredient_types.name'),
        create: t('operations:ingredient_types.create'),
        empty: t('operations:ingredient_types.empty'),
        empty_text: t('operations:ingredient_types.empty_text'),
      }}
    />
  );
}
