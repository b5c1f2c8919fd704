import { dashboard } from '../../../contract/reports/dashboard.ts';
import { ReportPage } from '../../core/report/report-page.tsx';

export const Page = () => <ReportPage definition={dashboard} />;
