import { consumption } from '#contract/reports/consumption.ts';
import { ReportPage } from '#src/core/report/report-page.tsx';

export const Page = () => <ReportPage definition={consumption} />;
