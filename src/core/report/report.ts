import type { Icon } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { definedKey } from '#common/texts/keys.ts';
import type { ReportDefinition } from '#contract/reports/shape.ts';
import type { Question, Redirect, Screen } from '#src/core/layout/screen.ts';
import { beginReport } from './begin.ts';
import type { Beneath } from './beneath.ts';

type LoadPage = () => Promise<{ Page: ComponentType<{ definition: ReportDefinition }> }>;

/** Client part of a report; everything else is in the shared definition. */
export interface ClientReport {
  icon: Icon;
  /** Question under which the gallery shows it. */
  question: Question;
  /** Id of the screen that leads to it, for reports of the month's end. */
  under?: string;
  /** Its own page instead of the common one. */
  page?: LoadPage;
  /** The page of one row's details, instead of the common one. */
  detailPage?: LoadPage;
  /** Part shown under its figures, with the same filters. */
  beneath?: ComponentType<Beneath>;
}

const reportPage: LoadPage = async () => ({ Page: (await import('./report-page.tsx')).ReportPage });
const commonDetail: LoadPage = async () => ({ Page: (await import('./detail-page.tsx')).DetailPage });

/** Returns the screens of a report: the report itself and, if it has one, the detail of a row. */
export function listScreens(
  definition: ReportDefinition,
  { icon, question, under, page = reportPage, detailPage = commonDetail, beneath }: ClientReport,
): Screen[] {
  const title = definedKey(definition.label);
  const { permission: item, module } = definition;
  const permission: Screen['permission'] = { item, action: 'view', ...(module ? { module } : {}) };
  const common = { area: 'client', icon, title, permission } as const;
  const report: Screen = {
    ...common,
    id: `report-${definition.id}`,
    route: `reports/${definition.route}`,
    props: { definition, ...(beneath ? { beneath } : {}) },
    namesFarms: true,
    load: page,
    begin: (params) => beginReport(definition, params),
    question,
    ...(under ? { under, found: true } : { menu: 'reports' }),
  };
  if (!definition.detail) return [report];
  return [
    report,
    {
      ...common,
      id: `report-${definition.id}-detail`,
      route: `reports/${definition.route}/:row_id/detail`,
      props: { definition },
      load: detailPage,
    },
  ];
}

export const reportRedirect = (to: Pick<ReportDefinition, 'route'>): Redirect => ({ route: 'reports', to: `reports/${to.route}` });
