import { compare } from '../../../contract/reports/compare.ts';
import { ReportPage } from '../../core/report/report-page.tsx';

export const Page = () => <ReportPage definition={compare} />;
