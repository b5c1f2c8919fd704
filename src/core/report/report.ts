import type { Icon } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { definedKey } from '#common/texts/keys.ts';
import type { ReportDefinition } from '#contract/reports/shape.ts';
import type { Question, Redirect, Screen } from '#src/core/layout/screen.ts';
import { beginReport } from './begin.ts';
import type { Beneath } from './beneath.ts';

type LoadPage = () => Promise<{ Page: ComponentType<{ definition: ReportDefinition }> }>;

/** A report as the client shows it: all else is in the shared definition. */
export interface ClientReport {
  icon: Icon;
  /** Where the gallery has it. */
  question: Question;
  /** Of the month's end rather than of the reports: the screen of this id leads to it. */
  under?: string;
  /** A page of its own, instead of the one that every report has. */
  page?: LoadPage;
  /** What stands under its figures, of the same filters. */
  beneath?: ComponentType<Beneath>;
}

const reportPage: LoadPage = async () => ({ Page: (await import('./report-page.tsx')).ReportPage });
const detailPage: LoadPage = async () => ({ Page: (await import('./detail-page.tsx')).DetailPage });

/** The screens of a report: itself, in the menu, and one row's detail where it has one. */
export function screensOf(definition: ReportDefinition, { icon, question, under, page = reportPage, beneath }: ClientReport): Screen[] {
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
    ...(under ? { under } : { menu: 'reports' }),
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
