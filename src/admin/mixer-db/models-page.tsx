import { IconTruckLoading } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { mixerModels } from '#contract/admin/mixer-db.ts';
import { NamedList } from '#src/core/resource/named-list.tsx';
import { FailedState } from '#src/core/ui/states.tsx';
import { MIXER_DB, useBrand } from './place.ts';

const TOUCHES = [{ id: 'mixeritems' }] as const;

/** A brand's models; a click leads to their calibrations. */
export function Page() {
  const { t } = useTranslation(['admin', 'core']);
  const navigate = useNavigate();
  const brand = useBrand();
  if (brand.error) return <FailedState error={brand.error} onRetry={brand.refetch} />;
  return (
    <NamedList
      resource={mixerModels}
      icon={IconTruckLoading}
      touches={TOUCHES}
      owner={{ brand: brand.id }}
      crumbs={[{ label: t('admin:mixer_db.title'), to: MIXER_DB }]}
      onOpen={({ id }) => navigate(`${brand.models}/${id}/calibrations`)}
      texts={{
        title: brand.name || t('admin:mixer_db.models'),
        detail: t('admin:mixer_db.models'),
        name: t('admin:mixer_db.model'),
        create: t('admin:mixer_db.create_model'),
        empty: t('admin:mixer_db.no_models'),
        empty_text: t('admin:mixer_db.no_models_text'),
      }}
    />
  );
}
