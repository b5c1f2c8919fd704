import { costChange } from '#contract/reports/cost-change.ts';
import { ReportPage } from '#src/core/report/report-page.tsx';

export const Page = () => <ReportPage definition={costChange} />;
