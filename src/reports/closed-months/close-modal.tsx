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
import { openAddress, openItems } from './open-items.ts';
import type { MonthRow } from './queries.ts';

interface CloseModalProps {
  farm: FarmCard;
  row: MonthRow;
  onClose: () => void;
}

/** Before a month is closed: what that means, and what is still open in it. It may be closed all the same. */
export function CloseModal({ farm, row, onClose }: CloseModalProps) {
  const { t } = useTranslation(['reports', 'core', 'pages']);
  const format = useFormat();
  const path = useAppPath();
  const month = format.month(row.month);
  const form = useForm({ initialValues: { farm: farm.id, month: row.month } });
  const save = useSave(closedMonths, { message: t('pages:months.done', { month }) });
  const items = openItems(t, row);
  const lists = (['incomplete', 'waiting'] as const).filter((what) => row[what] > 0);
  return (
    <FormModal
      onClose={onClose}
      form={form}
      title={t('pages:months.close_of', { month })}
      submitLabel={t('pages:months.close')}
      save={(values) => save.mutateAsync({ values })}
    >
      <Text>{t('pages:months.close_text', { farm: farm.name })}</Text>
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
