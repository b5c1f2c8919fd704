import { ActionIcon } from '@mantine/core';
import { IconTable } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { explorer } from '#contract/reports/explorer.ts';
import type { Preset } from '#contract/reports/explorer-presets.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { type Filters, paramsOf } from '#src/core/report/filters.ts';
import { Tip } from '#src/core/ui/tip.tsx';

/** Link to the explorer with the report's rows, measures and filters; nothing if the user lacks the right. */
export function ExplorerLink({ preset, filters }: { preset: Preset; filters: Filters }) {
  const { t } = useTranslation('reports');
  const appPath = useAppPath();
  const { can } = useAccess();
  if (!can(explorer.permission, 'view')) return null;
  const offered: readonly string[] = explorer.filters;
  const lists = Object.fromEntries(Object.entries(filters.lists).filter(([filter]) => offered.includes(filter)));
  const params = paramsOf({
    after: filters.after,
    before: filters.before,
    lists: { ...lists, row: preset.row, measure: Object.values(preset.measure) },
  });
  const label = t('reports:explorer.open');
  return (
    <Tip label={label}>
      <ActionIcon
        component={Link}
        to={appPath(`reports/${explorer.route}?${params}`)}
        variant="default"
        size={36}
        miw={36}
        aria-label={label}
      >
        <IconTable size={18} stroke={1.6} aria-hidden />
      </ActionIcon>
    </Tip>
  );
}
