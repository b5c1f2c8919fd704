import { ActionIcon } from '@mantine/core';
import { IconTable } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { explorer } from '#contract/reports/explorer.ts';
import { PRESETS } from '#contract/reports/explorer-presets.ts';
import { rightsOf } from '#contract/reports/explorer-view.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { type Filters, paramsOf } from '#src/core/report/filters.ts';
import { Tip } from '#src/core/ui/tip.tsx';

/** The same filters with the report's rows and measures; null where the report is no cut of feeding, or for want of a right. */
export function ExplorerLink({ report, filters }: { report: string; filters: Filters }) {
  const { t } = useTranslation('reports');
  const appPath = useAppPath();
  const { can } = useAccess();
  const preset = PRESETS.find((one) => one.report === report);
  if (!preset) return null;
  const measure = Object.values(preset.measure);
  if (![explorer.permission, ...rightsOf(measure)].every((item) => can(item, 'view'))) return null;
  const offered: readonly string[] = explorer.filters;
  const lists = Object.fromEntries(Object.entries(filters.lists).filter(([filter]) => offered.includes(filter)));
  const params = paramsOf({ after: filters.after, before: filters.before, lists: { ...lists, row: preset.row, measure } });
  const label = t('reports:explorer.open');
  return (
    <Tip label={label}>
      <ActionIcon component={Link} to={appPath(`reports/${explorer.route}?${params}`)} variant="default" size={36} aria-label={label}>
        <IconTable size={18} stroke={1.6} aria-hidden />
      </ActionIcon>
    </Tip>
  );
}
