import { planfeed } from '#contract/reports/feeding-plan.ts';
import { ReportPage } from '#src/core/report/report-page.tsx';

export const Page = () => <ReportPage definition={planfeed} />;
