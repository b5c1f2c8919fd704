import { UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconChevronDown } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Formatter } from '#common/format/formatter.ts';
import type { ReportAlert } from '#contract/reports/shape.ts';
import { lazyPart } from '#src/core/ui/lazy-part.ts';
import { alertValue } from './alert-value.ts';
import classes from './alerts-line.module.css';

const AlertsModal = lazyPart(async () => (await import('./alerts-modal.tsx')).AlertsModal);

interface AlertsLineProps {
  /** Sorted by severity, worst first. */
  alerts: readonly ReportAlert[];
  format: Formatter;
}

/** One line about faults: the number of things to check and, for each kind, its number and worst case. A click opens the list. */
export function AlertsLine({ alerts, format }: AlertsLineProps) {
  const { t } = useTranslation('reports');
  // The content stays while the dialog closes.
  const [opened, setOpened] = useState<boolean | null>(null);
  const wrong = alerts.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      <UnstyledButton
        className={classes.line}
        aria-haspopup="dialog"
        onMouseEnter={AlertsModal.preload}
        onFocus={AlertsModal.preload}
        onClick={() => setOpened(true)}
      >
        <IconAlertTriangle size={16} stroke={1.6} className={classes.icon} aria-hidden />
        <span className={classes.total}>{t('reports:alerts.chip', { total: format.value('count', wrong) })}</span>
        <span className={classes.kinds}>
          {alerts.map((alert) => {
            const [worst] = alert.items;
            return (
              <span key={alert.code} className={classes.kind}>
                {t(`reports:alert.${alert.code}`)}: {format.value('count', alert.count)}
                {worst && (
                  <span className={classes.worst}>
                    {' '}
                    {worst.name} {alertValue(alert, worst, t, format)}
                  </span>
                )}
              </span>
            );
          })}
        </span>
        <IconChevronDown size={14} className={classes.open} aria-hidden />
      </UnstyledButton>
      {opened !== null && (
        <Suspense>
          <AlertsModal alerts={alerts} format={format} opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
