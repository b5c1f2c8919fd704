import { IconTool } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { services } from '#contract/operations/services.ts';
import { ListFilter } from '#src/core/resource/list-filter.tsx';
import { ResourceScreen } from '#src/core/resource/resource-screen.tsx';
import { useResourceScreen } from '#src/core/resource/use-resource-screen.ts';
import { useTimezones } from '#src/domain/stock/timezone.ts';
import { useHistoryFields } from '#src/operations/history/use-history-fields.ts';
import { useMixers } from './choices.ts';
import { serviceColumns } from './columns.tsx';
import { serviceFile } from './file.ts';
import { ServiceModal } from './service-modal.tsx';

/** The services of the client's mixers, newest first. */
export function Page() {
  const { t } = useTranslation(['pages', 'operations', 'core']);
  const screen = useResourceScreen(services, {
    ordering: '-done_at',
    filters: ['mixer'],
    touches: [{ id: 'serviceplans' }],
    nameOf: ({ mixer_name, day }) => `${mixer_name}, ${day}`,
  });
  const { state, query, mayImport } = screen;
  const options = useMixers(null).map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <ResourceScreen
      screen={screen}
      icon={IconTool}
      texts={{
        title: t('operations:services.title'),
        detail: t('pages:services.detail'),
        create: t('pages:services.create'),
        empty: t('pages:services.empty'),
        empty_text: t('pages:services.empty_text'),
      }}
      columns={serviceColumns(t)}
      files={[serviceFile(t, { query, zoneOf: useTimezones(), writes: mayImport })]}
      filters={<ListFilter state={state} name="mixer" label={t('pages:services.mixer')} options={options} />}
      form={({ row, onClose }) => <ServiceModal service={row} onClose={onClose} />}
      history={{ list: 'services', fields: useHistoryFields('services') }}
    />
  );
}
