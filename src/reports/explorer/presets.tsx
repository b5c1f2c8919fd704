import { ActionIcon, Button, Stack } from '@mantine/core';
import { IconFileAnalytics, IconTemplate } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { definedKey } from '#common/texts/keys.ts';
import { PRESETS, presetOf } from '#contract/reports/explorer-presets.ts';
import { cutOf } from '#contract/reports/explorer-view.ts';
import { reportNamed } from '#contract/reports/index.ts';
import { isShape } from '#contract/reports/switches.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { rowAddress } from '#src/core/report/drill.ts';
import { DropPanel } from '#src/core/report/filters/drop-panel.tsx';
import { type Filters, withList } from '#src/core/report/filters.ts';
import { Tip } from '#src/core/ui/tip.tsx';

const nothing = () => {};

/** Starts with the rows and measures of a fixed report. */
export function BeginWith({ filters, onChange }: { filters: Filters; onChange: (filters: Filters) => void }) {
  const { t } = useTranslation(['reports', 'explorer']);
  return (
    <DropPanel icon={IconTemplate} label={t('explorer:begin_with')} preload={nothing}>
      {(close) => (
        <Stack gap={2}>
          {PRESETS.map(({ report, row, measure }) => (
            <Button
              key={report}
              variant="subtle"
              color="gray"
              size="sm"
              justify="flex-start"
              onClick={() => {
                onChange(withList(withList(filters, 'row', row), 'measure', Object.values(measure)));
                close();
              }}
            >
              {t(definedKey(reportNamed(report)?.label ?? ''))}
            </Button>
          ))}
        </Stack>
      )}
    </DropPanel>
  );
}

/** Link to the fixed report with the same figures and filters; nothing if none has all of them or the user may not open it. */
export function AsReport({ filters }: { filters: Filters }) {
  const { t } = useTranslation(['reports', 'explorer']);
  const access = useAccess();
  const appPath = useAppPath();
  const report = reportNamed(presetOf(cutOf(filters.lists))?.report ?? '');
  const isNarrower = Object.keys(filters.lists).some((filter) => !isShape(filter) && !report?.filters.some((one) => one === filter));
  const address = report && !isNarrower && rowAddress({ report: report.id }, {}, filters, access);
  if (!address) return null;
  const label = t('explorer:as_report', { name: t(definedKey(report.label)) });
  return (
    <Tip label={label}>
      <ActionIcon component={Link} to={appPath(address)} variant="default" size={30} miw={30} aria-label={label}>
        <IconFileAnalytics size={18} stroke={1.6} aria-hidden />
      </ActionIcon>
    </Tip>
  );
}
