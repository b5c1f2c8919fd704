import { Anchor, Modal, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Formatter } from '#common/format/formatter.ts';
import type { ReportAlert } from '#contract/reports/shape.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { alertAddress } from './alert-address.ts';
import { alertValue } from './alert-value.ts';
import classes from './unfold.module.css';

interface AlertProps {
  alert: ReportAlert;
  format: Formatter;
}

function AllItems({ alert, format }: AlertProps) {
  const { t } = useTranslation(['reports', 'pages']);
  const path = useAppPath();
  return (
    <>
      <Text c="dimmed" mb="sm">
        {t(`pages:alert_text.${alert.code}`)}
      </Text>
      <Table verticalSpacing={6}>
        <Table.Tbody>
          {alert.items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a schedule may be listed twice, and the list never moves
            <Table.Tr key={index}>
              <Table.Td>{item.day && format.value('date', item.day)}</Table.Td>
              <Table.Td>
                <Anchor component={Link} to={path(alertAddress(alert, item))} size="sm">
                  {item.name}
                </Anchor>
              </Table.Td>
              <Table.Td ta="right">{alertValue(alert, item, t, format)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {alert.count > alert.items.length && (
        <Text c="dimmed" size="xs" mt="sm">
          {t('pages:alerts.gravest', { shown: alert.items.length, total: format.value('count', alert.count) })}
        </Text>
      )}
    </>
  );
}

interface AlertsModalProps {
  alerts: readonly ReportAlert[];
  opened: boolean;
  format: Formatter;
  onClose: () => void;
}

/** List of problems with links to where they can be resolved; the most severe kind is expanded. */
export function AlertsModal({ alerts, opened, format, onClose }: AlertsModalProps) {
  const { t } = useTranslation(['reports', 'core', 'pages']);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('pages:alerts.title')}
      closeButtonProps={{ 'aria-label': t('core:actions.close') }}
      size="lg"
    >
      {alerts.map((alert, index) => (
        <details key={alert.code} className={classes.part} open={index === 0}>
          <summary>
            {t(`reports:alert.${alert.code}`)}: {format.value('count', alert.count)}
          </summary>
          <AllItems alert={alert} format={format} />
        </details>
      ))}
    </Modal>
  );
}
