import type { Icon } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { ReportDefinition } from '#contract/reports/shape.ts';
import type { Redirect, Screen } from '#src/core/layout/screen.ts';
import { beginReport } from './begin.ts';

type Load = () => Promise<{ Page: ComponentType }>;

/** A report as the client knows it: the shared definition, and how it is shown. */
export interface ClientReport {
  definition: ReportDefinition;
  icon: Icon;
  load: Load;
  /** Neither menu nor palette names it: the screen of this id leads to it. */
  under?: string;
  /** One row's own page, for a definition with a `detail`. */
  loadDetail?: Load;
}

/** The screens of a report: itself, in the menu, and one row's detail. */
export function screensOf({ definition, icon, load, loadDetail, under }: ClientReport): Screen[] {
  const title = definition.label;
  const { permission: item, module } = definition;
  const permission: Screen['permission'] = { item, action: 'view', ...(module ? { module } : {}) };
  const common = { area: 'client', icon, title, permission } as const;
  const report: Screen = {
    ...common,
    id: `report-${definition.id}`,
    route: `reports/${definition.route}`,
    load,
    begin: (params) => beginReport(definition, params),
    ...(under ? { under } : { menu: 'reports' }),
  };
  if (!loadDetail) return [report];
  return [
    report,
    {
      ...common,
      id: `report-${definition.id}-detail`,
      route: `reports/${definition.route}/:row_id/detail`,
      load: loadDetail,
    },
  ];
}

export const reportRedirect = (to: Pick<ReportDefinition, 'route'>): Redirect => ({ route: 'reports', to: `reports/${to.route}` });
