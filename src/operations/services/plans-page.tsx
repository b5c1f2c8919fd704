import { IconCheck, IconTool } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { servicePlans } from '#contract/operations/services.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { ListFilter } from '#src/core/resource/list-filter.tsx';
import { ResourceScreen } from '#src/core/resource/resource-screen.tsx';
import { useResourceScreen } from '#src/core/resource/use-resource-screen.ts';
import { useHistoryFields } from '#src/operations/history/use-history-fields.ts';
import { useMixers } from './choices.ts';
import { planColumns, type ServicePlan } from './columns.tsx';
import { planFile } from './file.ts';
import { PlanModal } from './plan-modal.tsx';
import { ServiceModal } from './service-modal.tsx';

/** The client's repeated service plans, with the used part of each interval. */
export function Page() {
  const { t } = useTranslation(['pages', 'operations', 'core']);
  const [done, setDone] = useState<ServicePlan | null>(null);
  const screen = useResourceScreen(servicePlans, {
    ordering: 'mixer_name',
    filters: ['mixer'],
    nameOf: ({ mixer_name, what }) => `${mixer_name}: ${what}`,
  });
  const { state, query } = screen;
  const options = useMixers(null).map(({ id, name }) => ({ value: String(id), label: name }));
  const mayDo = screen.may('add');
  return (
    <>
      <ResourceScreen
        screen={screen}
        icon={IconTool}
        texts={{
          title: t('operations:services.plans_title'),
          detail: t('pages:services.plans_detail'),
          create: t('pages:services.create_plan'),
          empty: t('pages:services.empty_plans'),
          empty_text: t('pages:services.empty_plans_text'),
        }}
        columns={planColumns(t, useFormat())}
        files={[planFile(t, query, screen.mayImport)]}
        filters={<ListFilter state={state} name="mixer" label={t('pages:services.mixer')} options={options} />}
        actions={(plan, { edit, history, remove }) => [
          mayDo && { label: t('pages:services.done'), icon: IconCheck, onClick: () => setDone(plan) },
          edit,
          history,
          remove,
        ]}
        form={({ row, onClose }) => <PlanModal plan={row} mixer={Number(state.filter('mixer')) || null} onClose={onClose} />}
        history={{ list: 'serviceplans', fields: useHistoryFields('serviceplans') }}
      />
      {done && <ServiceModal service={null} of={{ mixer: done.mixer, plan: done.id }} onClose={() => setDone(null)} />}
    </>
  );
}
