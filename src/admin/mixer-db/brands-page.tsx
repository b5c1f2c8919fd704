import { IconDatabase } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { mixerBrands } from '#contract/admin/mixer-db.ts';
import { PlainScreen } from '#src/core/resource/plain-screen.tsx';
import { MIXER_DB } from './place.ts';

const TOUCHES = [{ id: 'mixermodels' }] as const;

/** Brands of mixers; a click opens their models. */
export function Page() {
  const { t } = useTranslation(['admin', 'core']);
  const navigate = useNavigate();
  return (
    <PlainScreen
      resource={mixerBrands}
      icon={IconDatabase}
      touches={TOUCHES}
      onOpen={({ id }) => navigate(`${MIXER_DB}/${id}/models`)}
      fields={[{ key: 'name', label: t('admin:mixer_db.brand') }]}
      texts={{
        title: t('admin:mixer_db.title'),
        detail: t('admin:mixer_db.detail'),
        create: t('admin:mixer_db.create_brand'),
        empty: t('admin:mixer_db.no_brands'),
        empty_text: t('admin:mixer_db.no_brands_text'),
      }}
    />
  );
}
