import { scheduleLoadingTime } from '../../../contract/reports/schedule-loading-time.ts';
import { ReportPage } from '../../core/report/report-page.tsx';

export const Page = () => <ReportPage definition={scheduleLoadingTime} />;
