import { inout } from '#contract/reports/inout.ts';
import { ReportPage } from '#src/core/report/report-page.tsx';

export const Page = () => <ReportPage definition={inout} />;
