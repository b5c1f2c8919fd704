import { IconDatabase } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { mixerBrands } from '#contract/admin/mixer-db.ts';
import { NamedList } from '#src/core/resource/named-list.tsx';
import { MIXER_DB } from './place.ts';

const TOUCHES = [{ id: 'mixermodels' }] as const;

/** Makers of mixers; a click leads to their models. */
export function Page() {
  const { t } = useTranslation(['admin', 'core']);
  const navigate = useNavigate();
  return (
    <NamedList
      resource={mixerBrands}
      icon={IconDatabase}
      touches={TOUCHES}
      onOpen={({ id }) => navigate(`${MIXER_DB}/${id}/models`)}
      texts={{
        title: t('admin:mixer_db.title'),
        detail: t('admin:mixer_db.detail'),
        name: t('admin:mixer_db.brand'),
        create: t('admin:mixer_db.create_brand'),
        empty: t('admin:mixer_db.no_brands'),
        empty_text: t('admin:mixer_db.no_brands_text'),
      }}
    />
  );
}
