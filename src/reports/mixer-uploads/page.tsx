import { scheduleUpload } from '../../../contract/reports/schedule-upload.ts';
import { ReportPage } from '../../core/report/report-page.tsx';

export const Page = () => <ReportPage definition={scheduleUpload} />;
