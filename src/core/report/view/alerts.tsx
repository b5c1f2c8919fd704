import { Anchor, Button, Group, Modal, Paper, Table, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Formatter } from '#common/format/formatter.ts';
import type { AlertItem, ReportAlert } from '#contract/reports/shape.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { alertAddress } from './alert-address.ts';
import classes from './alerts.module.css';

interface AlertProps {
  alert: ReportAlert;
  format: Formatter;
}

/** How many are named before one asks for all. */
const NAMED = 3;

function useValueText(format: Formatter) {
  const { t } = useTranslation('reports');
  return ({ code, kind }: ReportAlert, { value }: AlertItem) => {
    if (value === null) return '';
    if (code === 'days_left') return t('reports:alerts.days', { value: format.value(kind, value) });
    const text = code === 'beyond_tolerance' ? format.signed(kind, value) : format.value(kind, value);
    const unit = format.unit(kind);
    return unit ? `${text} ${t(unit)}` : text;
  };
}

function AllItems({ alert, format }: AlertProps) {
  const { t } = useTranslation('reports');
  const path = useAppPath();
  const valueText = useValueText(format);
  return (
    <>
      <Text c="dimmed" mb="sm">
        {t(`reports:alert_text.${alert.code}`)}
      </Text>
      <Table verticalSpacing={6}>
        <Table.Tbody>
          {alert.items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a schedule may stand here twice, and the list never moves
            <Table.Tr key={index}>
              <Table.Td>{item.day && format.value('date', item.day)}</Table.Td>
              <Table.Td>
                <Anchor component={Link} to={path(alertAddress(alert, item))} size="sm">
                  {item.name}
                </Anchor>
              </Table.Td>
              <Table.Td ta="right">{valueText(alert, item)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {alert.count > alert.items.length && (
        <Text c="dimmed" size="xs" mt="sm">
          {t('reports:alerts.gravest', { shown: alert.items.length, total: format.value('count', alert.count) })}
        </Text>
      )}
    </>
  );
}

function AlertLine({ alert, format, onMore }: AlertProps & { onMore: () => void }) {
  const { t } = useTranslation('reports');
  const path = useAppPath();
  const valueText = useValueText(format);
  return (
    <li className={classes.line}>
      <IconAlertTriangle size={16} className={classes.icon} data-code={alert.code} aria-hidden />
      <span className={classes.title}>
        {t(`reports:alert.${alert.code}`)}: {format.value('count', alert.count)}
      </span>
      <Group gap={12} className={classes.items}>
        {alert.items.slice(0, NAMED).map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a schedule may stand here twice, and the list never moves
          <span key={index} className={classes.item}>
            <Anchor component={Link} to={path(alertAddress(alert, item))} size="xs">
              {item.name}
            </Anchor>{' '}
            {valueText(alert, item)}
          </span>
        ))}
        {alert.count > NAMED && (
          <Button variant="subtle" color="gray" size="compact-xs" onClick={onMore}>
            {t('reports:alerts.all')}
          </Button>
        )}
      </Group>
    </li>
  );
}

/** What is wrong, each with the way to where it is solved. */
export function Alerts({ alerts, format }: { alerts: readonly ReportAlert[]; format: Formatter }) {
  const { t } = useTranslation(['reports', 'core']);
  const [opened, setOpened] = useState<ReportAlert | null>(null);
  if (alerts.length === 0) return null;
  return (
    <Paper component="section" withBorder className={classes.alerts} aria-label={t('reports:alerts.title')}>
      <ul className={classes.list}>
        {alerts.map((alert) => (
          <AlertLine key={alert.code} alert={alert} format={format} onMore={() => setOpened(alert)} />
        ))}
      </ul>
      <Modal
        opened={opened !== null}
        onClose={() => setOpened(null)}
        title={opened && t(`reports:alert.${opened.code}`)}
        closeButtonProps={{ 'aria-label': t('core:actions.close') }}
        size="lg"
      >
        {opened && <AllItems alert={opened} format={format} />}
      </Modal>
    </Paper>
  );
}
