import { dashboard } from '#contract/reports/dashboard.ts';
import { ReportPage } from '#src/core/report/report-page.tsx';

export const Page = () => <ReportPage definition={dashboard} />;
