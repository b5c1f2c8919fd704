import { animalfeedDashboard } from '#contract/reports/compound-feed.ts';
import { ReportPage } from '#src/core/report/report-page.tsx';

export const Page = () => <ReportPage definition={animalfeedDashboard} />;
