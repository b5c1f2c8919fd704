import { scheduleLoadingTime } from '#contract/reports/mixer-working-times.ts';
import { ReportPage } from '#src/core/report/report-page.tsx';

export const Page = () => <ReportPage definition={scheduleLoadingTime} />;
