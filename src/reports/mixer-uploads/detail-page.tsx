import { scheduleUpload } from '../../../contract/reports/schedule-upload.ts';
import { DetailPage } from '../../core/report/detail-page.tsx';

export const Page = () => <DetailPage definition={scheduleUpload} />;
