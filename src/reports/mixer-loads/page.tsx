import { scheduleLoad } from '../../../contract/reports/schedule-load.ts';
import { ReportPage } from '../../core/report/report-page.tsx';

export const Page = () => <ReportPage definition={scheduleLoad} />;
