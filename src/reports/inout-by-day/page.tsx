import { inoutNew } from '#contract/reports/inout-by-day.ts';
import { ReportPage } from '#src/core/report/report-page.tsx';

export const Page = () => <ReportPage definition={inoutNew} />;
