import { planfeed } from '../../../contract/reports/planfeed.ts';
import { ReportPage } from '../../core/report/report-page.tsx';

export const Page = () => <ReportPage definition={planfeed} />;
