import { inoutNew } from '../../../contract/reports/inout-new.ts';
import { ReportPage } from '../../core/report/report-page.tsx';

export const Page = () => <ReportPage definition={inoutNew} />;
