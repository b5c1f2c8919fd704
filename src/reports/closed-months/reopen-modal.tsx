import { Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { closedMonths } from '#contract/operations/closed-months.ts';
import type { FarmCard } from '#contract/operations/farms.ts';
import { api } from '#src/core/api/api.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { refresh } from '#src/core/resource/queries.ts';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import { FailedState } from '#src/core/ui/states.tsx';
import { toast } from '#src/core/ui/toast.ts';
import { useAffectedMonths } from '#src/reports/papers/use-affected-months.ts';
import { AffectedMonths } from './affected-months.tsx';
import type { MonthRow } from './queries.ts';

interface ReopenModalProps {
  farm: FarmCard;
  row: MonthRow;
  onClose: () => void;
}

/** Reopens a closed month and all later ones; a reason is required. */
export function ReopenModal({ farm, row, onClose }: ReopenModalProps) {
  const { t } = useTranslation(['reports', 'core', 'pages']);
  const month = useFormat().month(row.month);
  const { closing } = row;
  const { data: affected, error, refetch } = useAffectedMonths('reopen', [farm.id], row.month);
  const later = affected?.filter((one) => one.month !== row.month) ?? [];
  const form = useForm({
    initialValues: { farm: farm.id, month: row.month, reason: '' },
    validate: { reason: (reason) => (reason.trim() ? null : t('core:errors.required')) },
  });
  return (
    <FormModal
      onClose={onClose}
      form={form}
      title={t('pages:months.reopen_of', { month })}
      submitLabel={t('pages:months.reopen')}
      readOnly={affected === undefined}
      save={async (values) => {
        await api.post(`${closedMonths.path}/reopen/`, { body: values });
        toast.success(t('pages:months.undone', { month }));
        await refresh(closedMonths);
      }}
    >
      {closing && <Text>{t('pages:months.reopen_text')}</Text>}
      {error && !affected && <FailedState error={error} onRetry={refetch} />}
      {later.length > 0 && (
        <>
          <Text>{t('pages:months.affected.reopen')}</Text>
          <AffectedMonths months={later} action="reopen" />
        </>
      )}
      <Textarea label={t('pages:months.reason')} autosize minRows={2} maxLength={500} {...form.getInputProps('reason')} />
    </FormModal>
  );
}
