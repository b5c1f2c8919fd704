import { scheduleLoad } from '#contract/reports/mixer-loading.ts';
import { ReportPage } from '#src/core/report/report-page.tsx';

export const Page = () => <ReportPage definition={scheduleLoad} />;
