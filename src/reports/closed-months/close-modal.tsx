import { Alert, Anchor, List, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { closedMonths } from '#contract/operations/closed-months.ts';
import type { FarmCard } from '#contract/operations/farms.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { useSave } from '#src/core/resource/queries.ts';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import { FailedState } from '#src/core/ui/states.tsx';
import { useAffectedMonths } from '#src/reports/papers/use-affected-months.ts';
import { AffectedMonths } from './affected-months.tsx';
import { openAddress, openItems } from './open-items.ts';
import type { MonthRow } from './queries.ts';

interface CloseModalProps {
  farm: FarmCard;
  row: MonthRow;
  onClose: () => void;
}

/** Explains what closing a month does: the earlier months closed with it, and open items, which don't prevent it. */
export function CloseModal({ farm, row, onClose }: CloseModalProps) {
  const { t } = useTranslation(['reports', 'core', 'pages']);
  const format = useFormat();
  const path = useAppPath();
  const month = format.month(row.month);
  const form = useForm({ initialValues: { farm: farm.id, month: row.month } });
  const save = useSave(closedMonths, { message: t('pages:months.done', { month }) });
  const items = openItems(t, row);
  const { data: affected, error, refetch } = useAffectedMonths('close', [farm.id], row.month);
  const earlier = affected?.filter((one) => one.month !== row.month) ?? [];
  const lists = (['incomplete', 'waiting'] as const).filter((what) => row[what] > 0);
  return (
    <FormModal
      onClose={onClose}
      form={form}
      title={t('pages:months.close_of', { month })}
      submitLabel={t('pages:months.close')}
      readOnly={affected === undefined}
      save={(values) => save.mutateAsync({ values })}
    >
      <Text>{t('pages:months.close_text', { farm: farm.name })}</Text>
      {error && !affected && <FailedState error={error} onRetry={refetch} />}
      {earlier.length > 0 && (
        <>
          <Text>{t('pages:months.affected.close')}</Text>
          <AffectedMonths months={earlier} action="close" />
        </>
      )}
      {items.length > 0 && (
        <Alert
          color="straw"
          variant="light"
          icon={<IconAlertTriangle size={18} aria-hidden />}
          title={t('pages:months.still_open')}
          role="status"
        >
          <List size="sm">
            {items.map((item) => (
              <List.Item key={item}>{item}</List.Item>
            ))}
          </List>
          {lists.map((what) => (
            <Anchor key={what} component={Link} to={path(openAddress(farm.id, row, what))} size="sm" display="block" mt="xs">
              {t(`pages:months.show.${what}`)}
            </Anchor>
          ))}
        </Alert>
      )}
    </FormModal>
  );
}
