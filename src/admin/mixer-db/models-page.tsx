import { IconTruckLoading } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { mixerModels } from '#contract/admin/mixer-db.ts';
import { PlainScreen } from '#src/core/resource/plain-screen.tsx';
import { FailedState } from '#src/core/ui/states.tsx';
import { MIXER_DB, useBrand } from './place.ts';

const TOUCHES = [{ id: 'mixeritems' }] as const;

/** A brand's models; a click opens their calibrations. */
export function Page() {
  const { t } = useTranslation(['admin', 'core']);
  const navigate = useNavigate();
  const brand = useBrand();
  if (brand.error) return <FailedState error={brand.error} onRetry={brand.refetch} />;
  return (
    <PlainScreen
      resource={mixerModels}
      icon={IconTruckLoading}
      touches={TOUCHES}
      owner={{ brand: brand.id }}
      crumbs={[{ label: t('admin:mixer_db.title'), to: MIXER_DB }]}
      onOpen={({ id }) => navigate(`${brand.models}/${id}/calibrations`)}
      fields={[{ key: 'name', label: t('admin:mixer_db.model') }]}
      texts={{
        title: brand.name || t('admin:mixer_db.models'),
        detail: t('admin:mixer_db.models'),
        create: t('admin:mixer_db.create_model'),
        empty: t('admin:mixer_db.no_models'),
        empty_text: t('admin:mixer_db.no_models_text'),
      }}
    />
  );
}
