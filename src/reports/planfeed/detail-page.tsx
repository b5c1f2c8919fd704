import { planfeed } from '../../../contract/reports/planfeed.ts';
import { DetailPage } from '../../core/report/detail-page.tsx';

export const Page = () => <DetailPage definition={planfeed} />;
