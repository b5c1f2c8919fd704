import { augerRotations } from '../../../contract/reports/auger.ts';
import { ReportPage } from '../../core/report/report-page.tsx';

export const Page = () => <ReportPage definition={augerRotations} />;
