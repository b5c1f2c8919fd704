import { scheduleUpload } from '#contract/reports/mixer-unloading.ts';
import { ReportPage } from '#src/core/report/report-page.tsx';

export const Page = () => <ReportPage definition={scheduleUpload} />;
