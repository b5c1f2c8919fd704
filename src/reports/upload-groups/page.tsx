import { uploadGroups } from '../../../contract/reports/upload-groups.ts';
import { ReportPage } from '../../core/report/report-page.tsx';

export const Page = () => <ReportPage definition={uploadGroups} />;
