import { planAnimalfeed } from '../../../contract/reports/animal-feed.ts';
import { ReportPage } from '../../core/report/report-page.tsx';

export const Page = () => <ReportPage definition={planAnimalfeed} />;
