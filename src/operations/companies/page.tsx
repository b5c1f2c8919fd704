import { IconBuildingWarehouse } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { companies } from '#contract/operations/companies.ts';
import { useAppPath } from '#src/core/api/place.ts';
import type { Above } from '#src/core/home/above.ts';
import { useDayTitle } from '#src/core/home/use-day-title.ts';
import { PlainScreen } from '#src/core/resource/plain-screen.tsx';
import { FirstSteps } from '#src/operations/first-steps/first-steps.tsx';
import { useFirstSteps } from '#src/operations/first-steps/use-first-steps.ts';

const TOUCHES = [{ id: 'farms' }] as const;

/** The client's companies; opening one shows its farms. `above`: the daily summary for users who start here. */
export function Page({ above: Above }: { above?: Above }) {
  const { t } = useTranslation(['operations', 'core']);
  const path = useAppPath();
  const navigate = useNavigate();
  const dayTitle = useDayTitle();
  const isHome = useFirstSteps() === null && Above !== undefined;
  return (
    <PlainScreen
      resource={companies}
      {...(isHome ? { heading: dayTitle, folds: true } : {})}
      icon={IconBuildingWarehouse}
      touches={TOUCHES}
      readable
      above={
        <>
          <FirstSteps />
          {Above && (
            <Suspense>
              <Above table="companies" />
            </Suspense>
          )}
        </>
      }
      onOpen={({ id }) => navigate(path(`companies/${id}/farms`))}
      fields={[
        { key: 'name', label: t('operations:companies.name') },
        {
          key: 'registration_code',
          label: t('operations:fields.registration_code'),
          description: t('operations:fields.registration_code_hint'),
        },
      ]}
      columns={[
        { key: 'farms_count', label: t('operations:companies.farms_count'), kind: 'count', sort: 'farms_count' },
        { key: 'stocks_count', label: t('operations:companies.stocks_count'), kind: 'count', sort: 'stocks_count' },
      ]}
      texts={{
        title: t('operations:companies.title'),
        create: t('operations:companies.create'),
        empty: t('operations:companies.empty'),
        empty_text: t('operations:companies.empty_text'),
      }}
    />
  );
}
